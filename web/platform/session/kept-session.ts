import * as z from 'zod/mini'
import type { StorageValue } from 'zustand/middleware'
import { User } from '#contract/users.ts'
import type { SessionState, SessionUser } from './session.ts'

/** As the wire spells it, so that what an older or newer portal has kept is read, or is nobody. */
export function writeKept({ state, version }: StorageValue<SessionState>): string {
  return JSON.stringify({ state: { userData: state.userData && kept(state.userData) }, version })
}

/** Reads what `writeKept` wrote, or somebody else: then it is nobody. */
export function readKept(text: string): StorageValue<SessionState> {
  return { state: { userData: personIn(text) }, version: 0 }
}

function kept({ token, isAdmin, ...user }: SessionUser) {
  return { ...z.encode(User, user), token, isAdmin }
}

function personIn(text: string): SessionUser | null {
  const found = JSON.parse(text) as { state?: { userData?: Partial<SessionUser> | null } } | null
  const { token, isAdmin, ...user } = found?.state?.userData ?? {}
  const { data } = User.safeParse(user)
  return data && token ? { ...data, token, isAdmin: isAdmin === true } : null
}
