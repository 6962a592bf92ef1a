import type { Pool } from 'pg'

const everyMs = 60_000

/** An answer that took longer gives the time too roughly. */
const longestMs = 1000

/**
 * Opens a clock with the database's time on every machine. It asks the database now and every minute, and counts on with the
 * process's monotonic clock: a wrong system clock moves no due time and no lease.
 */
export async function openDatabaseClock(pool: Pool) {
  let startMs = 0
  async function read(mostMs: number): Promise<void> {
    const askedMs = performance.now()
    const { rows } = await pool.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float * 1000 as ms',
    )
    const tookMs = performance.now() - askedMs
    if (tookMs <= mostMs) startMs = (rows[0] as { ms: number }).ms - askedMs - tookMs / 2
  }
  await read(Number.POSITIVE_INFINITY)
  // While the database is away, the last answer holds.
  const reading = setInterval(() => read(longestMs).catch(() => {}), everyMs)
  reading.unref()
  return {
    /** Returns the database's time, within some milliseconds. */
    now: () => new Date(startMs + performance.now()),
    close: () => clearInterval(reading),
  }
}
