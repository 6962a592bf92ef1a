import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { usStates } from '#contract/core/us-states.ts'
import type { RegistrationFilter } from '#contract/registrations/registration-lists/rows.ts'
import { hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import { touchesSeason } from '#server/core/db/in-season.ts'
import { isOfSeason } from '#server/events/events/queries.ts'
import { joinUrlOf } from '#server/events/slots/queries.ts'
import { hoursElsewhere } from '#server/ledger/credits/credit-hours-elsewhere.ts'
import { hasDaysInSeason, hoursInSeason } from '#server/ledger/credits/queries.ts'
import { isIssueMailed } from '#server/registrations/registrations/registration-certificate.ts'
import type { Db, Services } from '#server/services.ts'

/** A filter in SQL. */
export interface Filter {
  /** True in SQL if a registration `r` of a person `u` matches, canceled or not. */
  condition: RawBuilder<unknown>
  /** The slots that match; undefined: all. */
  slotIds: number[] | undefined
  /** The number of registrations in these slots. */
  total: number
  /** Whether there are conditions besides the slots. */
  isSearch: boolean
}

/** Reads a filter. Only `folded` and `search_patterns` in the database define what a search finds. */
export async function readFilter(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  filter: RegistrationFilter,
): Promise<Filter> {
  const [{ slotIds, total }, words] = await Promise.all([
    findSlots(db, filter),
    readSearch(db, filter.search),
  ])
  const searched = [
    ...words,
    ...peopleConditions(filter, filter.year ?? config.season(clock())),
    ...registrationConditions(filter),
  ]
  const conditions = [sql`r.user_id is not null`, inSlots('r', slotIds), ...searched]
  return { condition: sql.join(conditions, sql` and `), slotIds, total, isSearch: searched.length > 0 }
}

/** Finds the slots of a filter, and the kept count of their registrations. */
export async function findSlots(
  db: Db,
  { year, eventName, eventSlotId, focusId }: RegistrationFilter,
): Promise<Pick<Filter, 'slotIds' | 'total'>> {
  const conditions = [
    ...(eventSlotId === undefined ? [] : [sql`s.event_slot_id = ${eventSlotId}`]),
    ...(focusId === undefined ? [] : [sql`s.focus_id = ${focusId}`]),
    ...(eventName ? [sql`event_name = ${eventName}`] : []),
    ...(year === undefined ? [] : [isOfSeason(year)]),
  ]
  const { rows } = await sql<{ slotIds: number[]; total: number }>`
    with slots as materialized (
      select event_slot_id from event_slots s join events using (event_id)
      where ${sql.join([sql`${true}`, ...conditions], sql` and `)}
    )
    select array(select event_slot_id from slots) as slot_ids, (
      select coalesce(sum(registrations), 0) from registration_counts join slots using (event_slot_id)) as total`.execute(
    db,
  )
  const { slotIds = [], total = 0 } = rows[0] ?? {}
  return { slotIds: conditions.length > 0 ? slotIds : undefined, total }
}

/** Returns SQL: true if the table of this alias has one of the slots. */
export function inSlots(alias: 'r' | 's', slotIds: Filter['slotIds']): RawBuilder<unknown> {
  return slotIds ? sql`${sql.ref(alias)}.event_slot_id = any(${slotIds}::int[])` : sql`true`
}

/** Returns a condition on a person `u` for each word of a search. The index finds single patterns, but no list of them. */
export async function readSearch(db: Db, search = ''): Promise<RawBuilder<unknown>[]> {
  if (search === '') return []
  const { rows } = await sql<{ patterns: string[] }>`select search_patterns(${search}) as patterns`.execute(
    db,
  )
  return (rows[0]?.patterns ?? []).map((pattern) => sql`u.search_text like ${pattern}`)
}

/** Returns a filter's conditions on a person `u`, besides the words of a search. */
function peopleConditions(
  { country, state, membership, credited }: RegistrationFilter,
  season: number,
): RawBuilder<unknown>[] {
  return [
    ...(country === undefined ? [] : [sql`u.country = ${country}`]),
    ...(state === undefined ? [] : [sql`u.state = any(${namesOf(state)}::text[])`]),
    ...(membership === undefined ? [] : [memberships[membership]]),
    ...(credited === undefined ? [] : [hasEarned(credited, season)]),
  ]
}

/** Returns a filter's conditions on a registration `r`. */
function registrationConditions({ certificate, joinUrl }: RegistrationFilter): RawBuilder<unknown>[] {
  return [
    ...(certificate === undefined ? [] : [certificates[certificate]]),
    ...(joinUrl === undefined ? [] : [hasNoJoinUrl]),
  ]
}

const isAopa = sql`(u.aopa_number is not null or u.is_aop_member = 'YES')`

const memberships = {
  aopa: isAopa,
  nbaa: sql`u.nbaa_number is not null`,
  vai: sql`u.vai_number is not null`,
  none: sql`not (${isAopa} or u.nbaa_number is not null or u.vai_number is not null)`,
}

const isIssued = sql`r.certificate_code is not null`

const certificates = {
  none: sql`r.certificate_code is null`,
  issued: isIssued,
  mailed: sql`(${isIssued} and ${isIssueMailed})`,
  unmailed: sql`(${isIssued} and not ${isIssueMailed})`,
}

const hasNoJoinUrl = sql`(
  select ${joinUrlOf('r', 's')} from event_slots s where s.event_slot_id = r.event_slot_id) is null`

/** Returns SQL: true if a person `u` has these hours in a renewal year, as on the dashboard. All hours are added up once, which is faster than for each person. */
function hasEarned(
  credited: NonNullable<RegistrationFilter['credited']>,
  season: number,
): RawBuilder<unknown> {
  const [isAmong, hours] = {
    none: [sql`not in`, sql`> 0`],
    some: [sql`in`, sql`between 1 and ${sql.lit(hoursNeeded - 1)}`],
    enough: [sql`in`, sql`>= ${sql.lit(hoursNeeded)}`],
    short: [sql`not in`, sql`>= ${sql.lit(hoursNeeded)}`],
  }[credited] as [RawBuilder<unknown>, RawBuilder<unknown>]
  return sql`u.user_id ${isAmong} (
    select user_id from (
      select held.user_id, ${hoursInSeason(season)} as hours
      from registrations held join event_slots using (event_slot_id)
      where hours > 0 and held.cancelled_at is null and held.user_id is not null
        and (${touchesSeason(season)} or ${hasDaysInSeason(season)})
      union all select user_id, hours from ${hoursElsewhere(season)} elsewhere
    ) earned group by user_id having sum(hours) ${hours})`
}

/** Returns a state's name and its two letters, which some people typed. */
function namesOf(state: string) {
  const known = usStates.find(({ name }) => name === state)
  return known ? [known.name, known.abbreviation] : [state]
}
