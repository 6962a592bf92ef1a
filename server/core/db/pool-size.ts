import { availableParallelism } from 'node:os'
import type { Pool } from 'pg'
import { notificationsName } from './notifications.ts'

const everyMs = 60_000
const perCore = 8
/** A process answers on one core, which more connections don't help. */
const most = 32
/** With fewer, calls, limits and jobs would wait for each other. */
const least = 3
/** The rest is for backups, psql, other portals during an upgrade, and connections outside the pools. */
const share = 1 / 3

/** Returns the connections that a process wants: eight per core. */
export function connectionsByCores(cores = availableParallelism()): number {
  return Math.min(perCore * cores, most)
}

/**
 * Sizes a pool as wanted, but all processes' pools together at most a third of PostgreSQL's limit. Counts the
 * processes at the start and every minute, by their listening connections.
 */
export async function fitPool(pool: Pool, wanted: number) {
  async function resize() {
    const { rows } = await pool.query<{ allowed: number; portals: number }>(
      `select current_setting('max_connections')::int as allowed,
         (select count(*) from pg_stat_activity where application_name = $1 and datname = current_database()) as portals`,
      [notificationsName],
    )
    const { allowed, portals } = rows[0] as { allowed: number; portals: number }
    const fair = Math.floor((allowed * share) / Math.max(1, portals))
    // pg-pool reads it before opening a connection; surplus ones end when idle.
    pool.options.max = Math.max(least, Math.min(wanted, fair))
  }
  await resize()
  // While the database is away, the last answer counts.
  const fitting = setInterval(() => resize().catch(() => {}), everyMs)
  fitting.unref()
  return { resize, close: () => clearInterval(fitting) }
}
