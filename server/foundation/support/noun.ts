import { randomUUID } from 'node:crypto'
import type { SupportRequest } from '#contract/foundation/support/calls.ts'
import * as support from '#contract/foundation/support/calls.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { noun } from '#server/noun.ts'
import type { Work } from '#server/work.ts'
import { serveWrite } from '#server/work.ts'
import { supportMail } from './mails.ts'

export default noun({
  calls: [support],
  serve(gate, services) {
    serveWrite(gate, services, support.contactSupport, contactSupport)
  },
})

/** Emails a question to the support address; replies go to the person. */
async function contactSupport(work: Work, request: SupportRequest) {
  await writeMail(work, {
    cause: `support:${randomUUID()}`,
    to: work.config.mail.support,
    replyTo: request.email,
    content: supportMail(request),
    isUrgent: true,
  })
}
