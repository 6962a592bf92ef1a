import type { Pool } from 'pg'

const everyMs = 60_000

/** A slower answer tells the time too roughly. */
const longestMs = 1000

/**
 * Opens a clock with the database's time, the same on every machine. Asks the database when it opens and
 * every minute, and counts on with the process's monotonic clock, so a wrong system clock moves no due time
 * and no lease.
 */
export async function openDatabaseClock(pool: Pool) {
  let startMs = 0
  async function read(mostMs: number) {
    const askedMs = performance.now()
    const { rows } = await pool.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float * 1000 as ms',
    )
    const tookMs = performance.now() - askedMs
    if (tookMs <= mostMs) startMs = (rows[0] as { ms: number }).ms - askedMs - tookMs / 2
  }
  await read(Number.POSITIVE_INFINITY)
  // While the database is away, the last answer counts.
  const reading = setInterval(() => read(longestMs).catch(() => {}), everyMs)
  reading.unref()
  return {
    /** Returns the database's time, within some milliseconds. */
    now: () => new Date(startMs + performance.now()),
    close: () => clearInterval(reading),
  }
}
