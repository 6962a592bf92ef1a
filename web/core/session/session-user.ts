import type { User } from '#contract/users/calls.ts'

/** The signed-in person as this browser keeps them. `isAdmin` and `permissions` only choose what to show. */
export interface SessionUser extends User {
  isAdmin: boolean
  /** What an administrator's role allows. Absent in a session that an older portal began. */
  permissions?: string[] | undefined
  token: string
}
