import { superuser } from '@portal/embedded-postgres'
import pg from 'pg'
import type { Connection } from '#server/core/db/database.ts'
import { suiteClockMs } from './suite-clock.ts'

/**
 * Moves the clock of one database to the suite's. PostgreSQL inlines these functions, with the same ids, wherever they are called.
 * The keyword `current_timestamp` still has the machine's time; the portal does not use it.
 */
export async function moveDatabaseClock(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, user: superuser })
  await client.connect()
  for (const [name, time, volatility] of [
    ['now', 'current_timestamp', 'stable'],
    ['transaction_timestamp', 'current_timestamp', 'stable'],
    ['clock_timestamp', 'clock_timestamp()', 'volatile'],
  ])
    await client.query(`create or replace function pg_catalog.${name}() returns timestamptz language sql
      ${volatility} parallel safe return ${time} + interval '${suiteClockMs} milliseconds'`)
  await client.end()
}
