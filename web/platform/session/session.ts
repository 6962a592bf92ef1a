import * as z from 'zod/mini'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type SignedIn, User } from '#contract/users.ts'

/** The signed-in person as this browser keeps them. `isAdmin` only chooses what to show. */
export interface SessionUser extends User {
  isAdmin: boolean
  token: string
}

interface SessionState {
  userData: SessionUser | null
}

export const useSession = create<SessionState>()(
  persist((): SessionState => ({ userData: null }), {
    name: 'root',
    partialize: ({ userData }) => ({ userData: userData && kept(userData) }),
    merge: (found, state) => ({ ...state, userData: readKept(found) }),
  }),
)

// As the wire spells it, so that what an older or newer portal has kept is read, or is nobody.
function kept({ token, isAdmin, ...user }: SessionUser) {
  return { ...z.encode(User, user), token, isAdmin }
}

function readKept(found: unknown): SessionUser | null {
  const { token, isAdmin, ...user } =
    (found as { userData?: Partial<SessionUser> } | undefined)?.userData ?? {}
  const { data } = User.safeParse(user)
  return data && token ? { ...data, token, isAdmin: isAdmin === true } : null
}

export function sessionUser(): SessionUser | null {
  return useSession.getState().userData
}

export function startSession({ userData, token, isAdmin }: SignedIn): void {
  useSession.setState({ userData: { ...userData, token, isAdmin } })
}

/** Keeps the fresh profile of whoever is signed in. */
export function keepUserData(userData: User): void {
  useSession.setState((state) => ({
    userData: state.userData && { ...state.userData, ...userData },
  }))
}

export function clearSession(): void {
  useSession.setState({ userData: null })
  // Nothing is kept of whoever has gone, also not that nobody is there.
  useSession.persist.clearStorage()
}
