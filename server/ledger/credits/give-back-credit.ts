import { standingCredit, takenBack } from '#contract/ledger/credits/standing-credit.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findLedgers } from './credit-ledgers.ts'
import { countElsewhere, insertCredits, lockFacts } from './credit-rows.ts'

/** Returns the registrations that the rule stopped crediting because their credit was undone. */
export async function findTakenBack(db: Db, registrationIds: readonly number[]): Promise<number[]> {
  const ledgers = await findLedgers(db, registrationIds)
  return registrationIds.filter((id) => {
    const ledger = ledgers.get(id) ?? []
    const standing = standingCredit(ledger)
    return takenBack(ledger) !== undefined && (!standing || standing.source === 'attendance')
  })
}

/**
 * Gives registrations back to the rule if it stopped crediting them; locks them and their people. Their hours
 * stay until the rule credits them again. Returns their number.
 */
export async function giveBackAll(
  work: Work,
  registrationIds: readonly number[],
  reason: string,
): Promise<number> {
  const facts = await lockFacts(work.tx, [...registrationIds])
  const given = (await findTakenBack(work.tx, [...facts.keys()])).filter(
    (id) => facts.get(id)?.cancelledAt === null,
  )
  const days = { byDay: null, unusual: [], evidence: null }
  const rows = given.map((registrationId) => ({
    registrationId,
    hours: facts.get(registrationId)?.hours ?? 0,
  }))
  await insertCredits(
    work,
    rows.map((row) => ({
      ...row,
      ...days,
      reason,
      act: 'release' as const,
      source: 'administrator' as const,
    })),
  )
  await happened(
    work,
    rows.map(({ registrationId, hours }) => ({
      activity: 'hours-released' as const,
      registrationId,
      details: { minutes: hours * 60, before: hours * 60, reason },
    })),
  )
  await countElsewhere(work, given)
  return given.length
}
