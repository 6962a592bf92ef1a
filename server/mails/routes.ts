import type { FastifyRequest } from 'fastify'
import * as mails from '#contract/mails.ts'
import { isFromThisMachine } from '#server/platform/http/loopback.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { findMailboxMessages, findMails, getMailboxAttachment } from './queries.ts'

export function serveMails(gate: Gate, services: Services): void {
  serve(gate, mails.getMails, ({ query }) => findMails(services.db, query))
  if (!services.config.mail.hasMailbox) return
  serve(gate, mails.mailbox, async ({ query, request }) => {
    refuseOthers(request)
    return { messages: await findMailboxMessages(services, query.to) }
  })
  serveFile(gate, mails.getMailboxAttachment, async ({ params: { mailId, place }, request, reply }) => {
    refuseOthers(request)
    const { filename, contentType, content } = await getMailboxAttachment(services.db, mailId, place)
    return reply
      .type(contentType)
      .header('content-disposition', `attachment; filename="${filename}"`)
      .send(content)
  })
}

function refuseOthers(request: FastifyRequest): void {
  if (!isFromThisMachine(request)) throw new Refusal('NOT_FOUND')
}
