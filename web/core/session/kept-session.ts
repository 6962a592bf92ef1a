import * as z from 'zod/mini'
import { User } from '#contract/users/calls.ts'
import type { SessionUser } from './session-user.ts'

/** A session as text, spelled as on the wire: so an older or a newer portal can read it. */
export function writeKept({ token, isAdmin, permissions, ...user }: SessionUser): string {
  const userData = { ...z.encode(User, user), token, isAdmin, permissions }
  return JSON.stringify({ state: { userData }, version: 0 })
}

/** Who that was; nobody where it can't be read. */
export function readKept(text: string): SessionUser | null {
  const { token, isAdmin, permissions, ...user } = userDataIn(text) ?? {}
  const { data } = User.safeParse(user)
  return data && token ? { ...data, token, isAdmin: isAdmin === true, permissions } : null
}

function userDataIn(text: string): Partial<SessionUser> | null | undefined {
  try {
    return (JSON.parse(text) as { state?: { userData?: Partial<SessionUser> } } | null)?.state?.userData
  } catch {
    return undefined
  }
}
