import type { Pool } from 'pg'
import { openTurns } from '#server/core/turns.ts'

/** The turns of a non-urgent mail, which leaves a quarter of the rate to urgent ones. */
const turnsOfBulk = 4 / 3

/** A job this late for its turn catches up, so that a busy machine reaches the rate. */
const latestMs = 1000

export type MailRate = ReturnType<typeof openMailRate>

/**
 * Opens an even rate of mails per minute. Any minute has at most one more than the rate. Processes share the
 * database's time; tests pass their own.
 */
export function openMailRate(pool: Pool, perMinute: number, clock?: () => Date) {
  const spacingMs = 60_000 / perMinute
  const lateMs = Math.min(spacingMs, latestMs)
  const now = () => clock?.().getTime() ?? performance.now()
  const turns = openTurns(0)
  // Turns are only ever taken, so asking earlier is useless.
  let closedUntil = 0
  return {
    /**
     * Takes a turn if one is free. Returns 0, or the milliseconds until one may be. If one may be free,
     * `waitMs` first returns how long others go first; 0: none.
     */
    take: (waitMs = async () => 0, { isUrgent = false } = {}) =>
      turns.next(async () => {
        const knownMs = closedUntil - now()
        if (knownMs > 0) return Math.ceil(knownMs)
        const letGoMs = await waitMs()
        if (letGoMs > 0) return letGoMs
        const { rows } = await pool.query<{ isTaken: boolean; nextMs: number }>(takePlace, [
          clock?.() ?? null,
          isUrgent ? spacingMs : spacingMs * turnsOfBulk,
          lateMs,
        ])
        const { isTaken, nextMs } = rows[0] as { isTaken: boolean; nextMs: number }
        closedUntil = now() + nextMs
        return isTaken ? 0 : Math.max(1, Math.ceil(nextMs))
      }),
  }
}

/**
 * Moves the next turn on by the spacing, unless it is still to come. A turn further away than possible comes
 * from a clock set back, or from a slower rate.
 */
const takePlace = `
  with given as materialized (
    select coalesce($1::timestamptz, clock_timestamp()) as at,
      $2::float * interval '1 millisecond' as spacing, $3::float * interval '1 millisecond' as late
  ), taken as (
    insert into mail_turns as turns (free_at) select at + spacing from given
    on conflict (is_only) do update set free_at = case
        when turns.free_at > excluded.free_at + (select spacing from given) then excluded.free_at
        else greatest(turns.free_at + (select spacing from given), excluded.free_at) end
      where turns.free_at <= excluded.free_at + (select late - spacing from given)
        or turns.free_at > excluded.free_at + (select spacing from given)
    returning free_at
  )
  select exists (select from taken) as "isTaken",
    extract(epoch from coalesce((select free_at from taken), (select free_at from mail_turns)) - late - at)::float * 1000 as "nextMs"
  from given`
