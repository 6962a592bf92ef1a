import type { User } from '#contract/people/users/user.ts'

/** The signed-in person as stored in this browser. `isAdmin` and `permissions` only choose what to show. */
export interface SessionUser extends User {
  isAdmin: boolean
  permissions: readonly string[]
  token: string
}
