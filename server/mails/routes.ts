import { mailbox } from '#contract/mails.ts'
import { isFromThisMachine } from '#server/platform/http/loopback.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { findMailboxMessages } from './queries.ts'

export function serveMails(gate: Gate, services: Services): void {
  if (!services.config.mail.hasMailbox) return
  serve(gate, mailbox, async ({ query, request }) => {
    if (!isFromThisMachine(request)) throw new Refusal('NOT_FOUND')
    return { messages: await findMailboxMessages(services, query.to) }
  })
}
