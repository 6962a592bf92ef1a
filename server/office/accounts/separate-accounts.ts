import { separableDays } from '#contract/office/accounts/merges.ts'
import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { getUser } from '#server/people/users/queries.ts'
import { releaseUser } from '#server/people/users/user-merges.ts'
import type { Personal } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { lockAccounts } from './lock-accounts.ts'
import { separatedMail } from './mails.ts'

/**
 * Undoes a merge and emails both. Undoes the steps of `personal`, of all nouns; later data stays with the
 * surviving account. Returns the events whose registration could not be restored. Refuses with NOT_UNDOABLE or
 * EMAIL_TAKEN.
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

  const { firstName } = await releaseUser(work, kept, { absorbedId, email, filled: trace.filled })
  const unrestored: string[] = []
  const miss = (eventName: string) => void unrestored.push(eventName)
  const steps = personal.flatMap(({ mergeSteps = [] }) => mergeSteps)
  for (const { key, undo } of steps.toReversed()) {
    await undo(work, { from: keptId, to: absorbedId, miss }, (trace[key] as number[] | undefined) ?? [])
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
  return unrestored
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
