import type { User } from '#contract/users/calls.ts'

/** The signed-in person as this browser keeps them. `isAdmin` only chooses what to show. */
export interface SessionUser extends User {
  isAdmin: boolean
  token: string
}
