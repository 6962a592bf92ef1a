import { separableDays } from '#contract/office/accounts/merges.ts'
import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { getUser } from '#server/people/users/queries.ts'
import { releaseUser } from '#server/people/users/user-merges.ts'
import type { Personal } from '#server/personal.ts'
import { restoreRegistration } from '#server/registrations/registrations/restore-registration.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { lockAccounts } from './lock-accounts.ts'
import { separatedMail } from './mails.ts'

/**
 * Undoes a merge and emails both. Each account gets back what `personal`, of all nouns, moved; later data
 * stays with the surviving account. Returns the events whose registration could not be restored. Refuses with NOT_UNDOABLE
 * or EMAIL_TAKEN.
 */
export async function separateAccounts(
  work: Work,
  personal: Personal[],
  accountMergeId: number,
): Promise<string[]> {
  const { tx, config } = work
  const { keptId } = await findMerge(work, accountMergeId)
  await lockAccounts(tx, [keptId])
  const kept = await getUser(tx, keptId)
  const { absorbedId, absorbedEmail: email, trace } = await closeMerge(work, accountMergeId)

  for (const { moves } of personal) {
    await moves?.move(work, { from: keptId, to: absorbedId }, trace[moves.key] ?? [])
  }
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
  return tx
    .updateTable('accountMerges')
    .set({ undoneAt: clock() })
    .where('accountMergeId', '=', accountMergeId)
    .where('undoneAt', 'is', null)
    .returning(['absorbedId', 'absorbedEmail', 'trace'])
    .executeTakeFirstOrThrow(refusing('NOT_UNDOABLE'))
}

/** Restores a registration unless its person registered for the event since. Returns true if restored. */
async function restore(work: Work, registrationId: number) {
  try {
    await restoreRegistration(work, registrationId)
    return true
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return problem.code === 'NOT_DELETED'
  }
}

async function findEventNames(tx: Tx, registrationIds: number[]) {
  if (registrationIds.length === 0) return []
  const rows = await tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select('eventName')
    .where('registrationId', 'in', registrationIds)
    .execute()
  return rows.map(({ eventName }) => eventName)
}
