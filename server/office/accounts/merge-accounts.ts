import type { Input } from '#contract/core/endpoint.ts'
import type { mergeAccounts as mergeAccountsCall } from '#contract/office/accounts/merges.ts'
import { filledFields, mergeVerdicts, separableDays } from '#contract/office/accounts/merges.ts'
import { mergeRefusal } from '#contract/office/accounts/rules.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { getUser } from '#server/people/users/queries.ts'
import { absorbUser } from '#server/people/users/user-merges.ts'
import type { Personal } from '#server/personal.ts'
import { endRegistration } from '#server/registrations/registrations/hand-over-registrations.ts'
import type { LeftRegistration } from '#server/registrations/registrations/leave-registrations.ts'
import type { MergeTrace } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import { lockAccounts } from './lock-accounts.ts'
import { absorbedMail, mergedMail } from './mails.ts'
import { findHeld } from './queries.ts'

const reason = 'Held twice when two accounts were merged'

/**
 * Merges an account into another, and emails both. Refuses with USER_NOT_FOUND, ADMINISTRATOR_MERGED, and
 * CHANGED_MEANWHILE if other registrations would end than shown. `personal`: of all nouns, each below those
 * that know it.
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
  const verdicts = mergeVerdicts(await findHeld(tx, userId), await findHeld(tx, absorbedId))
  const ended = [...verdicts].flatMap(([registrationId, verdict]) =>
    verdict === 'ends' ? registrationId : [],
  )
  if (new Set(ending).symmetricDifference(new Set(ended)).size > 0) throw new Refusal('CHANGED_MEANWHILE')

  const left: LeftRegistration[] = []
  for (const registrationId of ended) left.push(await endRegistration(work, registrationId, reason))
  const merge = { from: absorbedId, to: userId, ended }
  const filled = filledFields(kept, absorbed)
  const trace: MergeTrace = { ended, filled }
  for (const { moves } of personal) if (moves) trace[moves.key] = await moves.move(work, merge)
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
  const tell = ({ userId, email }: typeof kept, content: typeof mergedMail) => {
    const ended = left.filter(({ registration }) => registration.userId === userId)
    return {
      cause: `account-merge:${accountMergeId}:${email}`,
      to: email,
      replyTo: config.mail.support,
      content: content(config.publicUrl, { kept, absorbed, ended, undoableUntil }),
      attachments: ended.flatMap(({ attachment }) => attachment ?? []),
    }
  }
  await writeMails(work, [tell(kept, mergedMail), tell(absorbed, absorbedMail)])
}
