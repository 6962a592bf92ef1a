import type { FastifyRequest } from 'fastify'
import * as mails from '#contract/foundation/mails/calls.ts'
import * as tries from '#contract/foundation/mails/tries.ts'
import { isFromThisMachine } from '#server/core/http/loopback.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { getMailCopy } from './mail-copy.ts'
import { findMailFlow } from './mail-flow.ts'
import { findMailboxMessages, findMails, getMailboxAttachment } from './queries.ts'
import { findMailFailures, tryMailsAgain } from './retry-mails.ts'

export function serveMails(gate: Gate, services: Services): void {
  serve(gate, mails.getMails, ({ query }) => findMails(services, query))
  serve(gate, mails.getMail, ({ params }) => getMailCopy(services, params.mailId))
  serve(gate, tries.getMailFlow, () => findMailFlow(services))
  serve(gate, tries.getMailFailures, async () => ({ failures: await findMailFailures(services) }))
  serveWrite(gate, services, tries.tryMailsAgain, async (work, { body }) => ({
    tried: await tryMailsAgain(work, body),
  }))
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
