import type { UserEdit } from '#contract/people/users/edits.ts'
import type { User } from '#contract/people/users/user.ts'
import { refuseChanged } from '#server/foundation/activities/activity-versions.ts'
import { replaceEmail } from '#server/people/email-changes/email-changes.ts'
import { lockUser } from '#server/people/users/queries.ts'
import { refuseUnprintable } from '#server/people/users/user-printed-names.ts'
import { refuseImpossiblePhone, updateLocked } from '#server/people/users/user-updates.ts'
import type { Work } from '#server/work.ts'

/**
 * Changes a person's profile and email for an administrator. Refuses an outdated version with
 * CHANGED_MEANWHILE, and like `replaceEmail`.
 */
export async function updateUserByAdmin(
  work: Work,
  { userId, version, email, ...profile }: UserEdit,
): Promise<User> {
  refuseImpossiblePhone(profile)
  await refuseUnprintable(profile.printedName)
  const before = await lockUser(work.tx, userId)
  await refuseChanged(work.tx, { userId, version: before.version, readVersion: version })
  const isMoving = email !== undefined && email !== before.email
  return updateLocked(work, isMoving ? await replaceEmail(work, before, email) : before, profile)
}
