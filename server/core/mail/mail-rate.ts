import type { Pool } from 'pg'
import { openTurns } from '#server/core/turns.ts'

/** How fast mails may leave, by all processes of a database together. */
export interface MailRate {
  /**
   * Takes a place where one is free: gives 0, or the milliseconds until there may be one. Where one may be free, `waitMs` says
   * first how long others are to be let go before; 0: none.
   */
  take(waitMs?: () => Promise<number>): Promise<number>
}

/** Whoever comes this late to a place makes up for it, so that a busy machine still reaches the rate. */
const latestMs = 1000

/**
 * A rate of so many mails a minute, evenly: each place comes so long after the one before that any minute has at most one more
 * than the rate. The database has the time, so that processes agree; a test gives its own.
 */
export function openMailRate(pool: Pool, perMinute: number, clock?: () => Date): MailRate {
  const spacingMs = 60_000 / perMinute
  const lateMs = Math.min(spacingMs, latestMs)
  const now = () => clock?.().getTime() ?? performance.now()
  const turns = openTurns(0)
  // Places are only ever taken, so that until then nobody need ask.
  let closedUntil = 0
  return {
    take: (waitMs = async () => 0) =>
      turns.next(async () => {
        const knownMs = closedUntil - now()
        if (knownMs > 0) return Math.ceil(knownMs)
        const letGoMs = await waitMs()
        if (letGoMs > 0) return letGoMs
        const { rows } = await pool.query<{ isTaken: boolean; nextMs: number }>(takePlace, [
          clock?.() ?? null,
          spacingMs,
          lateMs,
        ])
        const { isTaken, nextMs } = rows[0] as { isTaken: boolean; nextMs: number }
        closedUntil = now() + nextMs
        return isTaken ? 0 : Math.max(1, Math.ceil(nextMs))
      }),
  }
}

/**
 * Moves the next place on by the spacing, unless it is still to come. One that is further away than any can be is of a clock
 * that was set back, or of a slower rate.
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
