import type { UserEdit } from '#contract/people/users/edits.ts'
import type { User } from '#contract/people/users/user.ts'
import { refuseChanged } from '#server/foundation/activities/activity-versions.ts'
import type { Work } from '#server/work.ts'
import { lockUser } from './queries.ts'
import { refuseUnprintable } from './user-printed-names.ts'
import { refuseImpossiblePhone, updateLocked } from './user-updates.ts'

/** Changes a locked person's email for an administrator. Returns the person. */
export type ReplaceEmail = (work: Work, user: User, email: string) => Promise<User>

/**
 * Changes a person's profile and email for an administrator. Refuses an outdated version with
 * CHANGED_MEANWHILE, and like `replaceEmail`, which comes from email changes.
 */
export async function updateUserByAdmin(
  work: Work,
  replaceEmail: ReplaceEmail,
  { userId, version, email, ...profile }: UserEdit,
): Promise<User> {
  refuseImpossiblePhone(profile)
  await refuseUnprintable(profile.printedName)
  const before = await lockUser(work.tx, userId)
  await refuseChanged(work.tx, { userId, version: before.version, readVersion: version })
  const isMoving = email !== undefined && email !== before.email
  return updateLocked(work, isMoving ? await replaceEmail(work, before, email) : before, profile)
}
