import * as users from '#contract/users.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { bearerOf, serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { findUserByEmail, getUser, hasAdminAccess } from './queries.ts'
import { createUser, signInUser } from './sign-in-user.ts'
import { refuseImpossiblePhone, updateUser } from './update-user.ts'
import { recordMemberships } from './user-memberships.ts'
import type { Sessions } from './user-sessions.ts'

export function serveUsers(gate: Gate, services: Services, sessions: Sessions): void {
  const { db, identity } = services
  serve(gate, users.checkEmailExists, async ({ query }) => ({
    emailExists: (await findUserByEmail(db, query.email)) !== undefined,
  }))
  serve(gate, users.exchangeToken, async ({ body }) => {
    const proven = await identity.verify(body.authToken)
    return write(services, undefined, (work) => signInUser(work, proven))
  })
  serve(gate, users.createUser, async ({ body: { authToken, ...account } }) => {
    refuseImpossiblePhone(account)
    const proven = await identity.verify(authToken)
    return write(services, undefined, (work) => createUser(work, proven, account))
  })
  serve(gate, users.checkAdminAccess, async ({ body, request }) => {
    const caller = await sessions.find(bearerOf(request))
    return { hasAccess: await hasAdminAccess(db, body.email, caller?.userId) }
  })
  serve(gate, users.signOut, ({ caller }) => sessions.end(caller.tokenHash))
  serve(gate, users.getProfile, async ({ caller }) => ({ userData: await getUser(db, caller.userId) }))
  serve(gate, users.updateProfile, async ({ caller, body }) => ({
    userData: await write(services, caller, (work) => updateUser(work, caller.userId, body)),
  }))
  serve(gate, users.updateMembershipInfo, async ({ caller, body }) => ({
    userData: await write(services, caller, (work) => recordMemberships(work, caller.userId, body)),
  }))
}
