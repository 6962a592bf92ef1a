import type { Input } from '#contract/core/endpoint.ts'
import type { createUser } from '#contract/sessions/calls.ts'
import { happened } from '#server/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { refuseLeftEmail } from './queries.ts'

/** The fields of a new account; absent ones are blank. */
export type NewUser = Omit<Input<typeof createUser>['body'], 'authToken'>

/** Creates the account of an email unless it exists. Refuses with EMAIL_CHANGED or ACCOUNT_MERGED. */
export async function addUser(work: Work, account: NewUser): Promise<void> {
  const made = await work.tx
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (!made) return
  // Checks after the insert, so that a concurrent change of email has committed.
  await refuseLeftEmail(work.tx, account.email, work.clock())
  await happened(work, [
    { activity: 'signed-up', userId: made.userId, actedBy: work.actingUserId ?? made.userId },
  ])
}
