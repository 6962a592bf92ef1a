import type { User } from '#contract/people/users/user.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { changesBetween } from '#server/foundation/activities/activity-changes.ts'
import { forgetBounce } from '#server/foundation/bounces/bounces.ts'
import { forgetPasskeys } from '#server/people/passkeys/passkeys.ts'
import type { Work } from '#server/work.ts'
import { getUser, refuseTaken } from './queries.ts'

/** A person's fields whose changes the history shows, in its order. */
export const shownFields: readonly (keyof User)[] = [
  'firstName',
  'lastName',
  'printedName',
  'email',
  'faaSafetyEmail',
  'phone',
  'companyName',
  'country',
  'state',
  'zip',
  'aopaNumber',
  'aopaSkipped',
  'nbaaNumber',
  'nbaaSkipped',
  'vaiNumber',
  'vaiSkipped',
  'hasGivenMailingConsent',
  'role',
]

/**
 * Runs a change of a locked person and records the changed fields. Only changes count a version. Returns the
 * person.
 */
export async function changeUser(work: Work, before: User, change: () => Promise<unknown>): Promise<User> {
  const { userId } = before
  await change()
  const after = await getUser(work.tx, userId)
  const changes = changesBetween(before, after, shownFields)
  if (Object.keys(changes).length === 0) return after
  await happened(work, [
    { activity: 'email' in changes ? 'email-changed' : 'profile-changed', userId, details: { changes } },
  ])
  return { ...after, version: await countVersion(work, userId) }
}

/**
 * Changes a locked person's email. Deletes identities proven by the old email, and passkeys, which someone
 * else may have added.
 */
export function setEmail(work: Work, user: User, email: string): Promise<User> {
  const { userId } = user
  const { tx, actingUserId = userId } = work
  return changeUser({ ...work, actingUserId }, user, async () => {
    await tx.updateTable('users').set({ email }).where('userId', '=', userId).execute().catch(refuseTaken)
    await tx.deleteFrom('userIdentities').where('userId', '=', userId).execute()
    await forgetPasskeys(work, userId, 'own')
    await forgetBounce(work, user.email)
  })
}

async function countVersion({ tx }: Work, userId: string) {
  const { version } = await tx
    .updateTable('users')
    .set((user) => ({ version: user('version', '+', 1) }))
    .where('userId', '=', userId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
