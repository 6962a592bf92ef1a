import { sql } from 'kysely'
import type { LedgerRow } from '#contract/ledger/credits/standing-credit.ts'
import type { Db } from '#server/services.ts'

/** Returns the ledgers of registrations, oldest row first, without registrations that never had credit. */
export async function findLedgers(
  db: Db,
  registrationIds: readonly number[],
): Promise<Map<number, LedgerRow[]>> {
  const rows = await ledgerRows(db)
    .select('registrationId')
    .where(sql<boolean>`registration_id = any(${[...registrationIds]}::integer[])`)
    .execute()
  return Map.groupBy(rows, ({ registrationId }) => registrationId)
}

/** Returns the ledgers of the same people's canceled registrations for the same event, since they were given back. */
export async function findEarlierLedgers(
  db: Db,
  registrationIds: readonly number[],
): Promise<Map<number, LedgerRow[]>> {
  const rows = await ledgerRows(db)
    .innerJoin('registrations as earlier', 'earlier.registrationId', 'credits.registrationId')
    // An index finds the canceled registrations of each slot.
    .innerJoin('eventSlots as slot', 'slot.eventSlotId', 'earlier.eventSlotId')
    .innerJoin('registrations as held', (join) =>
      join.onRef('held.userId', '=', 'earlier.userId').onRef('held.eventId', '=', 'slot.eventId'),
    )
    .select('held.registrationId')
    .where('earlier.cancelledAt', 'is not', null)
    .where('held.cancelledAt', 'is', null)
    .where(sql<boolean>`held.registration_id = any(${[...registrationIds]}::integer[])`)
    .where(
      sql<boolean>`not exists (
      select from credits given where given.registration_id = held.registration_id and given.act = 'release'
        and given.reversal is null and given.credit_id > credits.credit_id)`,
    )
    .execute()
  return Map.groupBy(rows, ({ registrationId }) => registrationId)
}

function ledgerRows(db: Db) {
  return db
    .selectFrom('credits')
    .select(['act', 'source', 'byDay', 'unusual', 'reversal'])
    .select(sql<number>`minutes / 60`.as('hours'))
    .select(sql<string | null>`encode(person_hash, 'hex')`.as('evidence'))
    .orderBy('creditId')
}
