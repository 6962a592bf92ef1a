import { randomUUID } from 'node:crypto'
import type { SupportRequest } from '#contract/support.ts'
import { writeMail } from '#server/mails/mails.ts'
import type { Services } from '#server/services.ts'
import { supportMail } from './mails.ts'

/** Mails a question to the support address; answering it goes to who asked. */
export async function contactSupport(services: Services, request: SupportRequest): Promise<void> {
  await services.db.transaction().execute((tx) =>
    writeMail(tx, services, {
      cause: `support:${randomUUID()}`,
      to: services.config.mail.support,
      replyTo: request.email,
      content: supportMail(request),
    }),
  )
}
