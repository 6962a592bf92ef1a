import { sql } from 'kysely'
import type { LedgerRow } from '#contract/ledger/credits/standing-credit.ts'
import type { Db } from '#server/services.ts'

/** Returns the ledgers of registrations, oldest row first, without registrations that never had credit. */
export async function findLedgers(
  db: Db,
  registrationIds: readonly number[],
): Promise<Map<number, LedgerRow[]>> {
  const rows = await db
    .selectFrom('credits')
    .select(['registrationId', 'act', 'source', 'byDay', 'unusual', 'reversal'])
    .select(sql<number>`minutes / 60`.as('hours'))
    .select(sql<string | null>`encode(person_hash, 'hex')`.as('evidence'))
    .where(sql<boolean>`registration_id = any(${[...registrationIds]}::integer[])`)
    .orderBy('creditId')
    .execute()
  return Map.groupBy(rows, ({ registrationId }) => registrationId)
}
