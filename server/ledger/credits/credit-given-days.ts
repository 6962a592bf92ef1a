import { sql } from 'kysely'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { creditByHand } from '#contract/ledger/credits/by-hand.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { daysOfFinding, findHandFacts } from './credit-days.ts'
import { earnedIntervals, findOverlaps } from './credit-overlaps.ts'
import type { Days, Decision } from './credit-rows.ts'

/** Returns each decision's days, or the refusal. */
export async function findDays(
  { tx, clock }: Work,
  decisions: readonly Decision[],
): Promise<(Days | RefusalCode)[]> {
  const ofRule = decisions.filter(({ source, reversal }) => source === 'attendance' && !reversal)
  const findings = await findFindings(
    tx,
    ofRule.flatMap(({ findingId }) => findingId ?? []),
  )
  const overlaps = await findOverlaps(
    tx,
    new Map(
      ofRule.flatMap(({ registrationId, hours, findingId }) => {
        const found = findings.get(findingId ?? 0)
        return found && hours > 0
          ? [[registrationId, earnedIntervals(found.finding, found.input)] as const]
          : []
      }),
    ),
  )
  const byHand = decisions.filter(({ source, reversal }) => source !== 'attendance' && !reversal)
  const hands = await findHandFacts(
    tx,
    byHand.map(({ registrationId }) => registrationId),
    clock(),
  )
  return decisions.map((decision): Days | RefusalCode => {
    const { registrationId, hours, reversal, evidence = null, byDay = null, unusual = [] } = decision
    if (reversal) return { byDay, unusual, evidence }
    if (decision.source === 'attendance') {
      if (overlaps.has(registrationId)) return 'CREDIT_ELSEWHERE'
      const found = findings.get(decision.findingId ?? 0)
      return {
        byDay: found ? daysOfFinding(found.finding) : byDay,
        unusual: [],
        evidence: found?.evidence ?? null,
      }
    }
    const facts = hands.get(registrationId)
    const given = facts && hours > 0 ? creditByHand(decision, facts) : { byDay: [], unusual: [] }
    return typeof given === 'string' ? given : { ...given, evidence: null }
  })
}

/** Returns true if the time of the rule's newest credit is credited at another event. */
export async function isRuleCreditedElsewhere(tx: Tx, registrationId: number): Promise<boolean> {
  const newest = await tx
    .selectFrom('credits')
    .select('creditFindingId')
    .where('registrationId', '=', registrationId)
    .where('act', '=', 'set')
    .where('source', '=', 'attendance')
    .orderBy('creditId', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [found] = (await findFindings(tx, [newest?.creditFindingId ?? 0])).values()
  if (!found) return false
  const earned = earnedIntervals(found.finding, found.input)
  return (await findOverlaps(tx, new Map([[registrationId, earned]]))).size > 0
}

async function findFindings(tx: Tx, findingIds: number[]) {
  const rows = await tx
    .selectFrom('creditFindings')
    .select(['creditFindingId', 'finding', 'input'])
    .select(sql<string | null>`encode(person_hash, 'hex')`.as('evidence'))
    .where(sql<boolean>`credit_finding_id = any(${findingIds}::integer[])`)
    .execute()
  return new Map(rows.map((row) => [row.creditFindingId, row]))
}
