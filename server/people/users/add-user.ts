import type { Input } from '#contract/core/endpoint.ts'
import type { createUser } from '#contract/people/sessions/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { findUserByEmail, findWhoLeft, refuseLeftEmail } from './queries.ts'
import { unprintableLetters } from './user-printed-names.ts'

/** A new account's fields; absent ones are blank. */
export type NewUser = Omit<Input<typeof createUser>['body'], 'authToken'>

/** Creates an email's account unless it exists. Refuses with EMAIL_CHANGED or ACCOUNT_MERGED. */
export async function addUser(work: Work, account: NewUser) {
  const made = await work.tx
    .insertInto('users')
    .values({ ...account, registeredAt: work.clock(), unprintableLetters: await lettersOf(account) })
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

function lettersOf({ firstName = '', lastName = '' }: NewUser) {
  return unprintableLetters({ firstName, lastName, printedName: '' })
}

/** Returns the user who has or had this email (after a merge, the surviving account), or creates one. */
export async function findOrAddUser(work: Work, account: NewUser): Promise<string> {
  const { email } = account
  const known =
    (await findUserByEmail(work.tx, email))?.userId ?? (await findWhoLeft(work.tx, email, work.clock()))
  if (known) {
    const { mergedInto } = await work.tx
      .selectFrom('users')
      .select('mergedInto')
      .where('userId', '=', known)
      .executeTakeFirstOrThrow()
    return mergedInto ?? known
  }
  await addUser(work, account)
  const user = await findUserByEmail(work.tx, email)
  if (!user) throw new Refusal('USER_NOT_FOUND')
  return user.userId
}
