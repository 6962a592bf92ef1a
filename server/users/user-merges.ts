import type { FilledField, FilledFields } from '#contract/accounts/merges.ts'
import type { User } from '#contract/users/calls.ts'
import { happened } from '#server/activities/activities.ts'
import { personFields } from '#server/activities/activity-changes.ts'
import type { Tx } from '#server/services.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import { refuseTaken } from './queries.ts'

type Changes = NonNullable<ActivityDetails['changes']>

/** A domain that there is not (RFC 2606): the email itself is reserved by the merge, and free when that is over. */
const noDomain = 'merged.invalid'

/**
 * Makes an account a part of another, whose profile is filled with what it had left blank; both are locked. Its identities go,
 * and its email leads nowhere from now on.
 */
export async function absorbUser(
  work: Work,
  kept: User,
  absorbed: User,
  filled: FilledFields,
): Promise<void> {
  const { tx } = work
  const [userId, absorbedId] = [kept.userId, absorbed.userId]
  await tx.deleteFrom('userIdentities').where('userId', '=', absorbedId).execute()
  await tx
    .updateTable('users')
    .set({ mergedInto: userId, email: `${absorbedId}@${noDomain}` })
    .where('userId', '=', absorbedId)
    .execute()
  // With those that it has absorbed itself.
  await tx.updateTable('users').set({ mergedInto: userId }).where('mergedInto', '=', absorbedId).execute()
  await writeFields(tx, userId, filled)
  const changes: Changes = { otherAccount: ['', absorbed.email], ...told(filled) }
  await happened(work, [{ activity: 'accounts-merged', userId, details: { changes } }])
}

/** What a merge has made of an account, and of the other's profile. */
interface Absorbed {
  absorbedId: string
  email: string
  filled: FilledFields
}

/**
 * Makes an absorbed account one of its own again, under the email it had; the other one, which is locked, loses what its profile was filled
 * with and nobody has changed since. Gives the first name of who it is. Refuses with EMAIL_TAKEN where the email has become somebody else's.
 */
export async function releaseUser(
  work: Work,
  kept: User,
  { absorbedId, email, filled }: Absorbed,
): Promise<{ firstName: string }> {
  const { tx } = work
  const { userId } = kept
  const released = await tx
    .updateTable('users')
    .set((user) => ({ mergedInto: null, email, version: user('version', '+', 1) }))
    .where('userId', '=', absorbedId)
    .returning('firstName')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
  const absorbedBefore = tx
    .selectFrom('accountMerges')
    .select('absorbedId')
    .where('keptId', '=', absorbedId)
    .where('undoneAt', 'is', null)
  await tx
    .updateTable('users')
    .set({ mergedInto: absorbedId })
    .where('userId', 'in', absorbedBefore)
    .execute()
  const unchanged = Object.entries(filled).filter(([field, [, to]]) => kept[field as FilledField] === to)
  const emptied = Object.fromEntries(unchanged.map(([field, [from, to]]) => [field, [to, from]]))
  await writeFields(tx, userId, emptied)
  const changes: Changes = { otherAccount: [email, ''], ...told(emptied) }
  await happened(work, [
    { activity: 'accounts-separated', userId, details: { changes } },
    { activity: 'accounts-separated', userId: absorbedId },
  ])
  return released
}

async function writeFields(tx: Tx, userId: string, changes: FilledFields): Promise<void> {
  const values = Object.fromEntries(Object.entries(changes).map(([field, [, to]]) => [field, to]))
  await tx
    .updateTable('users')
    .set((user) => ({ ...values, version: user('version', '+', 1) }))
    .where('userId', '=', userId)
    .execute()
}

/** What the history tells of them. */
function told(changes: FilledFields): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => personFields.includes(field)))
}
