import type { Input } from '#contract/core/endpoint.ts'
import type { mergeAccounts as mergeAccountsCall } from '#contract/office/accounts/merges.ts'
import { filledFields, separableDays } from '#contract/office/accounts/merges.ts'
import { mergeRefusal } from '#contract/office/accounts/rules.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { getUser } from '#server/people/users/queries.ts'
import { absorbUser } from '#server/people/users/user-merges.ts'
import type { MailPart, Merge, Personal } from '#server/personal.ts'
import type { MergeTrace } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import { lockAccounts } from './lock-accounts.ts'
import { absorbedMail, mergedMail } from './mails.ts'

/**
 * Merges an account into another, and emails both. Refuses with USER_NOT_FOUND, ADMINISTRATOR_MERGED, and as the
 * steps of `personal` do, which is of all nouns, each below those that know it.
 */
export async function mergeAccounts(
  work: Work,
  personal: Personal[],
  { userId, absorbedId, ending }: Input<typeof mergeAccountsCall>['body'],
) {
  const { tx, clock, config, actingUserId = null } = work
  for (const { lock } of personal) await lock?.(tx, [userId, absorbedId])
  await lockAccounts(tx, [userId, absorbedId])
  const [kept, absorbed] = [await getUser(tx, userId), await getUser(tx, absorbedId)]
  refuse(mergeRefusal(absorbed))

  const parts: Record<string, MailPart[]> = { [userId]: [], [absorbedId]: [] }
  const tell = (account: string, part: MailPart) => void parts[account]?.push(part)
  const merge: Merge = { from: absorbedId, to: userId, ending, tell }
  const filled = filledFields(kept, absorbed)
  const trace: MergeTrace = { filled }
  for (const { key, run } of personal.flatMap(({ mergeSteps = [] }) => mergeSteps)) {
    trace[key] = await run(work, merge)
  }
  for (const { handOver } of personal) await handOver?.(work, merge)
  await absorbUser(work, kept, absorbed, filled)
  const mergedAt = clock()
  const { accountMergeId } = await tx
    .insertInto('accountMerges')
    .values({
      keptId: userId,
      absorbedId,
      absorbedEmail: absorbed.email,
      mergedAt,
      mergedBy: actingUserId,
      trace: JSON.stringify(trace),
    })
    .returning('accountMergeId')
    .executeTakeFirstOrThrow()

  const undoableUntil = new Date(mergedAt.getTime() + separableDays * 86_400_000)
  const mail = ({ userId, email }: typeof kept, content: typeof mergedMail) => {
    const told = parts[userId] ?? []
    return {
      cause: `account-merge:${accountMergeId}:${email}`,
      to: email,
      replyTo: config.mail.support,
      content: content(config.publicUrl, { kept, absorbed, parts: told, undoableUntil }),
      attachments: told.flatMap(({ attachments = [] }) => attachments),
    }
  }
  await writeMails(work, [mail(kept, mergedMail), mail(absorbed, absorbedMail)])
}
