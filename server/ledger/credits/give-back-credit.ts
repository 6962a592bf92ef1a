import { sql } from 'kysely'
import { isByPerson, isTakenBack, standingCredit } from '#contract/ledger/credits/standing-credit.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findEarlierLedgers, findLedgers } from './credit-ledgers.ts'
import { countElsewhere, insertCredits, lockFacts } from './credit-rows.ts'

/**
 * Returns the valid registrations of these registrations' people and events that the rule stopped crediting
 * because a credit was undone.
 */
export async function findTakenBack(db: Db, registrationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct held.registration_id as id from registrations held join registrations known using (user_id, event_id)
    where known.registration_id = any(${[...registrationIds]}::integer[]) and held.cancelled_at is null
    order by id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [ledgers, earlier] = [await findLedgers(db, ids), await findEarlierLedgers(db, ids)]
  return ids.filter((id) => {
    const [ledger, before] = [ledgers.get(id) ?? [], earlier.get(id) ?? []]
    const standing = standingCredit(ledger) ?? standingCredit(before)
    return isTakenBack(ledger, before) && (!standing || !isByPerson(standing))
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
  const given = (await findTakenBack(work.tx, [...facts.keys()])).filter((id) => facts.has(id))
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
