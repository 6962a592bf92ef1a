import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import type { SignedIn, User } from '#contract/users.ts'
import { fetchCode } from '#web/platform/code.ts'

/** The signed-in person as this browser keeps them. `isAdmin` only chooses what to show. */
export interface SessionUser extends User {
  isAdmin: boolean
  token: string
}

export interface SessionState {
  userData: SessionUser | null
}

// By the contract's schema, whose code nobody needs who is not signed in.
const keeping = () => fetchCode(() => import('./kept-session.ts'))
const storage: PersistStorage<SessionState> = {
  getItem: (name) => {
    const text = localStorage.getItem(name)
    return text === null ? null : keeping().then(({ readKept }) => readKept(text))
  },
  setItem: async (name, value) => {
    if (!value.state.userData) return
    const { writeKept } = await keeping()
    // Whoever has gone meanwhile is not kept.
    if (value.state.userData === sessionUser()) localStorage.setItem(name, writeKept(value))
  },
  removeItem: (name) => localStorage.removeItem(name),
}

export const useSession = create<SessionState>()(
  persist((): SessionState => ({ userData: null }), { name: 'root', storage, skipHydration: true }),
)

/** Reads who is signed in, as this browser has kept them; to be awaited before anything is shown. */
export async function readSession(): Promise<void> {
  await useSession.persist.rehydrate()
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

/** Nothing is kept of whoever has gone, also not that nobody is there. */
export function clearSession(): void {
  useSession.setState({ userData: null })
  useSession.persist.clearStorage()
}
