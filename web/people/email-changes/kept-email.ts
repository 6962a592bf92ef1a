import type { User } from '#contract/people/users/user.ts'
import { keepUserData, sessionUser } from '#web/core/session/session.ts'

/** Stores a person's new email if signed in here. */
export function keepEmailOf({ userId, email }: Pick<User, 'userId' | 'email'>): void {
  const user = sessionUser()
  if (user?.userId === userId && user.email !== email) keepUserData({ ...user, email })
}
