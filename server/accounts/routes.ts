import type { FastifyReply } from 'fastify'
import * as accounts from '#contract/accounts.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serveFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { accountPage } from './account-page.ts'
import { findAccountData } from './queries.ts'

export function serveAccounts(gate: Gate, services: Services): void {
  serveFile(gate, accounts.getAccountData, async ({ caller, reply }) => {
    const data = await findAccountData(services, caller)
    return send(reply, 'json', 'application/json; charset=utf-8', JSON.stringify(data, null, 2))
  })
  serveFile(gate, accounts.getAccountPage, async ({ caller, reply }) => {
    const data = await findAccountData(services, caller)
    return send(reply, 'html', 'text/html; charset=utf-8', accountPage(data))
  })
}

function send(reply: FastifyReply, format: keyof typeof accounts.accountFile, type: string, content: string) {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${accounts.accountFile[format]}"`)
    .send(content)
}
