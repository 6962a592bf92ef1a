import * as z from 'zod/mini'
import { permissions as allPermissions } from '#contract/core/permissions.ts'
import { User } from '#contract/people/users/user.ts'
import type { SessionUser } from './session-user.ts'

/** Returns a session as text in the wire's spelling, so an older or newer portal can read it. */
export function writeKept({ token, isAdmin, permissions, ...user }: SessionUser): string {
  const userData = { ...z.encode(User, user), token, isAdmin, permissions }
  return JSON.stringify({ state: { userData }, version: 0 })
}

/** Reads a session from text; null if unreadable. */
export function readKept(text: string): SessionUser | null {
  const { token, isAdmin, permissions = allPermissions, ...user } = userDataIn(text) ?? {}
  const { data } = User.safeParse(user)
  // An older portal's session has no permissions: there every administrator has all.
  return data && token ? { ...data, token, isAdmin: isAdmin === true, permissions } : null
}

function userDataIn(text: string): Partial<SessionUser> | null | undefined {
  try {
    return (JSON.parse(text) as { state?: { userData?: Partial<SessionUser> } } | null)?.state?.userData
  } catch {
    return undefined
  }
}
