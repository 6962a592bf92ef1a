import type { Endpoint } from '#contract/core/endpoint.ts'
import { accessRefusal, permissions } from '#contract/core/permissions.ts'
import { sessionUser } from './session.ts'

/** Returns whether the role of the signed-in person allows a call. This only chooses what to show: the server decides. */
export function can({ access }: Pick<Endpoint, 'access'>): boolean {
  const user = sessionUser()
  // A session that an older portal began says nothing of permissions: there every administrator has all of them.
  const caller = user && {
    role: user.isAdmin ? ('admin' as const) : ('user' as const),
    permissions: user.permissions ?? permissions,
  }
  return accessRefusal(access, caller ?? undefined) === undefined
}
