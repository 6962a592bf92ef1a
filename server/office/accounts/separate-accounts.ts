import { separableDays } from '#contract/office/accounts/merges.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { getUser } from '#server/people/users/queries.ts'
import { releaseUser } from '#server/people/users/user-merges.ts'
import { handOverRegistrations } from '#server/registrations/registrations/hand-over-registrations.ts'
import { restoreRegistration } from '#server/registrations/registrations/restore-registration.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { lockAccounts } from './lock-accounts.ts'
import { separatedMail } from './mails.ts'

/**
 * Undoes a merge and emails both. Each account gets its registrations back; later ones stay with the
 * surviving account. Returns the events whose registration could not be restored. Refuses with NOT_UNDOABLE
 * or EMAIL_TAKEN.
 */
export async function separateAccounts(work: Work, accountMergeId: number): Promise<string[]> {
  const { tx, config } = work
  const { keptId } = await findMerge(work, accountMergeId)
  await lockAccounts(tx, [keptId])
  const kept = await getUser(tx, keptId)
  const { absorbedId, absorbedEmail: email, trace } = await closeMerge(work, accountMergeId)

  await handOverRegistrations(work, { from: keptId, to: absorbedId, only: trace.handedOver })
  const { firstName } = await releaseUser(work, kept, { absorbedId, email, filled: trace.filled })
  const unrestored = []
  for (const registrationId of trace.ended) {
    if (!(await restore(work, registrationId))) unrestored.push(registrationId)
  }
  await writeMails(
    work,
    [kept, { email, firstName }].map((account) => ({
      cause: `account-merge:${accountMergeId}:undone:${account.email}`,
      to: account.email,
      replyTo: config.mail.support,
      content: separatedMail(config.publicUrl, account),
    })),
  )
  return findEventNames(tx, unrestored)
}

/** Returns an undoable merge, and the account that it belongs to. */
async function findMerge({ tx, clock }: Work, accountMergeId: number): Promise<{ keptId: string }> {
  const merge = await tx
    .selectFrom('accountMerges')
    .innerJoin('users', 'users.userId', 'absorbedId')
    .select('mergedInto')
    .where('accountMergeId', '=', accountMergeId)
    .where('undoneAt', 'is', null)
    .where('mergedAt', '>', new Date(clock().getTime() - separableDays * 86_400_000))
    .executeTakeFirst()
  if (!merge?.mergedInto) throw new Refusal('NOT_UNDOABLE')
  return { keptId: merge.mergedInto }
}

async function closeMerge({ tx, clock }: Work, accountMergeId: number) {
  const closed = await tx
    .updateTable('accountMerges')
    .set({ undoneAt: clock() })
    .where('accountMergeId', '=', accountMergeId)
    .where('undoneAt', 'is', null)
    .returning(['absorbedId', 'absorbedEmail', 'trace'])
    .executeTakeFirst()
  if (!closed) throw new Refusal('NOT_UNDOABLE')
  return closed
}

/** Restores a registration unless its person registered for the event since. Returns true if restored. */
async function restore(work: Work, registrationId: number): Promise<boolean> {
  try {
    await restoreRegistration(work, registrationId)
    return true
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return problem.code === 'NOT_DELETED'
  }
}

async function findEventNames(tx: Tx, registrationIds: number[]): Promise<string[]> {
  if (registrationIds.length === 0) return []
  const rows = await tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select('eventName')
    .where('registrationId', 'in', registrationIds)
    .execute()
  return rows.map(({ eventName }) => eventName)
}
