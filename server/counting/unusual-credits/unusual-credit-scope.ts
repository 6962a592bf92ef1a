import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { isOfSeason } from '#server/ledger/credits/queries.ts'

/** The registrations to check: those of a renewal year, of a list, or all. */
export type UnusualScope = { season: number } | { registrationIds: readonly number[] } | 'all'

/** Returns SQL: true if the registration `held` with its slot `slot` has hours and belongs to a scope. */
export function isInScope(scope: UnusualScope): RawBuilder<boolean> {
  return sql<boolean>`held.cancelled_at is null and held.hours > 0 and ${conditionOf(scope)}`
}

function conditionOf(scope: UnusualScope): RawBuilder<boolean> {
  if (scope === 'all') return sql<boolean>`true`
  if ('season' in scope) return isOfSeason(scope.season)
  return sql<boolean>`held.registration_id = any(${[...scope.registrationIds]}::integer[])`
}

/**
 * SQL: the credited days of the registration `held`, as `credited.days`. Credits from before days were stored
 * have their slot's.
 */
export const joinCreditedDays = sql`cross join lateral (select coalesce(
  (select array_agg((day->>'on')::date order by day->>'on') from jsonb_array_elements(held.credited_days) day),
  array(select day::date from generate_series(slot.start_on, slot.end_on, interval '1 day') day)) as days) credited`
