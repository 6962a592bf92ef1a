import type { FilledField, FilledFields } from '#contract/office/accounts/merges.ts'
import type { User } from '#contract/people/users/user.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Tx } from '#server/services.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import { refuseTaken } from './queries.ts'
import { shownFields } from './user-changes.ts'

type Changes = NonNullable<ActivityDetails['changes']>

/** A domain that can't exist (RFC 2606). The merge reserves the old email while it can be undone. */
const noDomain = 'merged.invalid'

/** Merges a locked account into another locked one and fills its blank fields. Deletes the absorbed identities and frees the email. */
export async function absorbUser(work: Work, kept: User, absorbed: User, filled: FilledFields) {
  const { tx } = work
  const [userId, absorbedId] = [kept.userId, absorbed.userId]
  await tx.deleteFrom('userIdentities').where('userId', '=', absorbedId).execute()
  await tx
    .updateTable('users')
    .set({ mergedInto: userId, email: `${absorbedId}@${noDomain}` })
    .where('userId', '=', absorbedId)
    .execute()
  // Accounts merged into the absorbed one follow it.
  await tx.updateTable('users').set({ mergedInto: userId }).where('mergedInto', '=', absorbedId).execute()
  await writeFields(tx, userId, filled)
  const changes: Changes = { otherAccount: ['', absorbed.email], ...told(filled) }
  await happened(work, [{ activity: 'accounts-merged', userId, details: { changes } }])
}

interface Absorbed {
  absorbedId: string
  email: string
  filled: FilledFields
}

/**
 * Restores an absorbed account under its old email. Empties the filled fields of the other, locked account
 * unless changed since. Returns the restored person's first name. Refuses with EMAIL_TAKEN.
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

async function writeFields(tx: Tx, userId: string, changes: FilledFields) {
  const values = Object.fromEntries(Object.entries(changes).map(([field, [, to]]) => [field, to]))
  await tx
    .updateTable('users')
    .set((user) => ({ ...values, version: user('version', '+', 1) }))
    .where('userId', '=', userId)
    .execute()
}

function told(changes: FilledFields): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(([field]) => shownFields.includes(field as FilledField)),
  )
}
