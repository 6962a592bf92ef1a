import { availableParallelism } from 'node:os'
import type { Pool } from 'pg'
import { notificationsName } from './notifications.ts'

const everyMs = 60_000
const perCore = 8
/** One process answers with one core, which more connections than these do not help. */
const most = 32
/** With fewer, calls, limits and jobs would wait for one another. */
const least = 3
/** Backups, people with psql, other portals during an upgrade, and the connections beside the pools need the rest. */
const share = 1 / 3

/** Returns the connections that a process wants by itself: eight for each core. */
export function connectionsByCores(cores = availableParallelism()): number {
  return Math.min(perCore * cores, most)
}

/**
 * Gives a pool as many connections as it wants, but all processes' pools together at most a third of what PostgreSQL allows. Counts the
 * processes now and every minute, by the connection with which each of them listens.
 */
export async function fitPool(pool: Pool, wanted: number) {
  async function resize(): Promise<void> {
    const { rows } = await pool.query<{ allowed: number; portals: number }>(
      `select current_setting('max_connections')::int as allowed,
         (select count(*) from pg_stat_activity where application_name = $1 and datname = current_database()) as portals`,
      [notificationsName],
    )
    const { allowed, portals } = rows[0] as { allowed: number; portals: number }
    const fair = Math.floor((allowed * share) / Math.max(1, portals))
    // pg-pool reads it whenever it considers another connection; those beyond it end when they are idle.
    pool.options.max = Math.max(least, Math.min(wanted, fair))
  }
  await resize()
  // While the database is away, the last answer holds.
  const fitting = setInterval(() => resize().catch(() => {}), everyMs)
  fitting.unref()
  return { resize, close: () => clearInterval(fitting) }
}
