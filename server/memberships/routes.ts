import { updateMembershipInfo } from '#contract/memberships.ts'
import { userDataOf } from '#server/accounts/queries.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { recordMemberships } from './memberships.ts'

export function serveMemberships(gate: Gate, services: Services): void {
  serve(gate, updateMembershipInfo, async ({ caller, body }) => {
    const user = await services.db
      .transaction()
      .execute((tx) => recordMemberships(tx, services, caller.userId, body))
    return { userData: userDataOf(user) }
  })
}
