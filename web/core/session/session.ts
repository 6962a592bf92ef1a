import { create } from 'zustand'
import type { SignedIn } from '#contract/people/sessions/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import { beginFetchingAhead, fetchCode } from '#web/core/code.ts'
import type { SessionUser } from './session-user.ts'

const key = 'root'
/** The prefix of all other storage keys that end with the session. */
export const besideSession = `${key}:`
// It needs the contract's schemas, which the sign-in page does without.
const keeping = () => fetchCode(() => import('./kept-session.ts'))

export const useSession = create<{ userData: SessionUser | null }>()(() => ({ userData: null }))

/** Reads the session that this browser has stored. Await it before the first page is shown. */
export async function readSession(): Promise<void> {
  const text = localStorage.getItem(key)
  useSession.setState({ userData: text === null ? null : (await keeping()).readKept(text) })
  if (sessionUser()) beginFetchingAhead()
}

export function sessionUser(): SessionUser | null {
  return useSession.getState().userData
}

/** Stores the session of the person who signed in. Await it before leaving the page, because the next page reads it. */
export function startSession({
  userData,
  permissions = [],
  ...session
}: SignedIn & Partial<Pick<SessionUser, 'permissions'>>): Promise<void> {
  return hold({ ...userData, permissions, ...session })
}

/** Stores the signed-in person's newest profile or permissions. */
export function keepUserData(userData: User | Pick<SessionUser, 'permissions'>): void {
  const user = sessionUser()
  if (user) void hold({ ...user, ...userData })
}

/** Forgets the signed-in person. Nothing about them stays in the browser. */
export function clearSession(): void {
  useSession.setState({ userData: null })
  for (const name of Object.keys(localStorage)) {
    if (name === key || name.startsWith(besideSession)) localStorage.removeItem(name)
  }
}

async function hold(userData: SessionUser) {
  useSession.setState({ userData })
  beginFetchingAhead()
  const { writeKept } = await keeping()
  // They may have signed out in between.
  if (sessionUser()?.token === userData.token) localStorage.setItem(key, writeKept(userData))
}
