import * as accounts from '#contract/accounts.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { bearerOf, serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import type { Sessions } from './account-sessions.ts'
import { exchangeToken, hasAdminAccess } from './accounts.ts'
import { findUserByEmail, getUser, userDataOf } from './queries.ts'

export function serveAccounts(gate: Gate, services: Services, sessions: Sessions): void {
  serve(gate, accounts.checkEmailExists, async ({ query }) => ({
    emailExists: (await findUserByEmail(services.db, query.email)) !== undefined,
  }))
  serve(gate, accounts.exchangeToken, ({ body }) => exchangeToken(services, body.authToken))
  serve(gate, accounts.checkAdminAccess, async ({ body, request }) => {
    const token = bearerOf(request)
    const caller = token === undefined ? undefined : await sessions.find(token)
    return { hasAccess: await hasAdminAccess(services.db, body.email, caller?.userId) }
  })
  serve(gate, accounts.signOut, async ({ caller }) => {
    await sessions.end(caller.tokenHash)
    return {}
  })
  serve(gate, accounts.getProfile, async ({ caller }) => ({
    userData: userDataOf(await getUser(services.db, caller.userId)),
  }))
}
