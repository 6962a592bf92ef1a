import type { Decision } from '#contract/attendance/attendance-decisions/calls.ts'
import { standingCredit } from '#contract/ledger/credits/standing-credit.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { creditAll, putBackHours } from '#server/ledger/credits/credits.ts'
import type { Work } from '#server/work.ts'

type SetHours = NonNullable<Decision['credit']>

/**
 * Credits an answer's hours, and returns the credit; undefined if the decision already stands. Hours of the
 * rule must be those of the current finding: refuses with CHANGED_MEANWHILE if the evidence has changed, and
 * with the reason if they can't be credited.
 */
export async function creditAsDecided(
  work: Work,
  { eventSlotId, reason }: Pick<Decision, 'eventSlotId' | 'reason'>,
  { registrationId, hours, isByRule, byDay, isConfirmed }: SetHours,
): Promise<number | undefined> {
  const given = { registrationId, hours, reason, byDay, isConfirmed }
  const findingId = isByRule ? await findFinding(work, eventSlotId, given) : undefined
  const source = isByRule ? 'attendance' : 'administrator'
  const [credited = 'REGISTRATION_NOT_FOUND'] = await creditAll(work, [{ ...given, source, findingId }])
  if (typeof credited === 'string') throw new Refusal(credited)
  return credited.creditId
}

/** Returns a registration's current finding, if it gives these hours. */
async function findFinding(
  { tx }: Work,
  eventSlotId: number,
  { registrationId, hours }: Pick<SetHours, 'registrationId' | 'hours'>,
) {
  const finding = await tx
    .selectFrom('creditCounts')
    .innerJoin('creditFindings', 'creditFindings.creditFindingId', 'creditCounts.creditFindingId')
    .select(['creditFindings.creditFindingId as findingId', 'hours'])
    .where('creditCounts.eventSlotId', '=', eventSlotId)
    .where('creditCounts.registrationId', '=', registrationId)
    .executeTakeFirst()
  if (finding?.hours !== hours) throw new Refusal('CHANGED_MEANWHILE')
  return finding.findingId
}

/** Restores the hours before a credit. Does nothing after another credit or a return to automatic hours. */
export async function putBackCredit(work: Work, creditId: number, reason: string) {
  const { registrationId, source } = await work.tx
    .selectFrom('credits')
    .select(['registrationId', 'source'])
    .where('creditId', '=', creditId)
    .executeTakeFirstOrThrow()
  const rows = await work.tx
    .selectFrom('credits')
    .select(['creditId', 'act', 'source', 'minutes', 'creditFindingId'])
    .where('registrationId', '=', registrationId)
    .orderBy('creditId')
    .execute()
  if (rows.at(-1)?.creditId !== creditId) return
  const ledger = rows.slice(0, -1).map(({ minutes, ...row }) => ({ ...row, hours: minutes / 60 }))
  const before = standingCredit(ledger)
  const hours = before?.hours ?? 0
  await putBackHours(work, {
    registrationId,
    hours,
    source,
    reason,
    findingId: before?.creditFindingId ?? undefined,
    wasDecided: before !== undefined && before.source !== 'attendance',
  })
}
