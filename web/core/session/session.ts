import { create } from 'zustand'
import type { SignedIn } from '#contract/sessions/calls.ts'
import type { User } from '#contract/users/calls.ts'
import { fetchCode } from '#web/core/code.ts'
import type { SessionUser } from './session-user.ts'

const key = 'root'
// By the contract's schema, whose code nobody needs who is not signed in.
const keeping = () => fetchCode(() => import('./kept-session.ts'))

export const useSession = create<{ userData: SessionUser | null }>()(() => ({ userData: null }))

/** Reads who is signed in, as this browser has kept them; to be awaited before anything is shown. */
export async function readSession(): Promise<void> {
  const text = localStorage.getItem(key)
  useSession.setState({ userData: text === null ? null : (await keeping()).readKept(text) })
}

export function sessionUser(): SessionUser | null {
  return useSession.getState().userData
}

/** To be awaited before the page changes: only then a page that is loaded anew knows of it. */
export function startSession({
  userData,
  ...session
}: SignedIn & Pick<SessionUser, 'permissions'>): Promise<void> {
  return hold({ ...userData, ...session })
}

/** Keeps the fresh profile, or the permissions, of whoever is signed in. */
export function keepUserData(userData: User | Pick<SessionUser, 'permissions'>): void {
  const user = sessionUser()
  if (user) void hold({ ...user, ...userData })
}

/** Nothing is kept of whoever has gone, also not that nobody is there. */
export function clearSession(): void {
  useSession.setState({ userData: null })
  localStorage.removeItem(key)
}

async function hold(userData: SessionUser): Promise<void> {
  useSession.setState({ userData })
  const { writeKept } = await keeping()
  // Unless they have gone meanwhile.
  if (sessionUser()?.token === userData.token) localStorage.setItem(key, writeKept(userData))
}
