import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { isOfSeason } from '#server/ledger/credits/queries.ts'

/** The registrations that are looked at: those of a renewal year, of a list, or all. */
export type UnusualScope = { season: number } | { registrationIds: readonly number[] } | 'all'

/** Tells in SQL whether the registration `held` with its slot `slot` has hours and belongs to a scope. */
export function isInScope(scope: UnusualScope): RawBuilder<boolean> {
  return sql<boolean>`held.cancelled_at is null and held.hours > 0 and ${conditionOf(scope)}`
}

function conditionOf(scope: UnusualScope): RawBuilder<boolean> {
  if (scope === 'all') return sql<boolean>`true`
  if ('season' in scope) return isOfSeason(scope.season)
  return sql<boolean>`held.registration_id = any(${[...scope.registrationIds]}::integer[])`
}

/** The days of the credit of the registration `held` in SQL, as `credited.days`. Credits from before days were stored have those of their slot. */
export const joinCreditedDays = sql`cross join lateral (select coalesce(
  (select array_agg((day->>'on')::date order by day->>'on') from jsonb_array_elements(held.credited_days) day),
  array(select day::date from generate_series(slot.start_on, slot.end_on, interval '1 day') day)) as days) credited`
