import type { Endpoint } from '#contract/core/endpoint.ts'
import { accessRefusal } from '#contract/core/permissions.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { sessionUser } from './session.ts'

type Asked = Pick<Endpoint, 'access'>

/** Returns true if the signed-in person's role allows a call. It only chooses what to show: the server decides. */
export function can(endpoint: Asked): boolean {
  return refusalOf(endpoint) === undefined
}

/** Returns why the signed-in person may not make a call, or undefined. */
export function refusalOf({ access }: Asked): RefusalCode | undefined {
  const user = sessionUser()
  return accessRefusal({ access }, user ? { ...user, role: user.isAdmin ? 'admin' : 'user' } : undefined)
}
