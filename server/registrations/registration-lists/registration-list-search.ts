import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { usStates } from '#contract/core/us-states.ts'
import type { RegistrationFilter } from '#contract/registrations/registration-lists/rows.ts'
import { hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import { joinUrlOf } from '#server/events/slots/queries.ts'
import { hoursInSeason } from '#server/ledger/credits/queries.ts'
import type { Db, Services } from '#server/services.ts'
import type { VersionedSlots } from './registration-list-slots.ts'

/** The conditions of a filter besides its slots, in SQL. */
export interface Search {
  /** Conditions on a person `u`. */
  people: RawBuilder<unknown>[]
  /** Conditions on a registration `r`. */
  registrations: RawBuilder<unknown>[]
  /** The estimated share of people who match; 1 is everybody. */
  share: number
  keep: Keep
}

/** Returns what was made for this name, or makes it. */
export type Keep = <Made extends object>(name: string, make: () => Promise<Made>) => Promise<Made>

/**
 * Returns a function that caches facts about a filter for all callers, until the database counts a change. It
 * does not count changes of hours, certificates and join links, so a filter by them caches nothing.
 */
export function openKept(): (filter: RegistrationFilter, slots: VersionedSlots) => Keep {
  const kept = new LRUCache<string, object, () => Promise<object>>({
    max: 100,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _known, { context: make }) => make(),
  })
  return ({ sort, order, ...filter }, { version }) => {
    const isCounted = !(filter.certificate || filter.joinUrl || filter.credited)
    const key = JSON.stringify([filter, version])
    return (name, make) => (isCounted ? kept.forceFetch(name + key, { context: make }) : make()) as never
  }
}

/** The estimate reads about this many people from random places of the table. */
const sample = 1000

/** Reads a filter; undefined if it has no conditions besides its slots. */
export async function readSearch(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  filter: RegistrationFilter,
  keep: Keep = (_name, make) => make(),
): Promise<Search | undefined> {
  const registrations = registrationConditions(filter)
  const people = peopleConditions(filter, filter.year ?? config.season(clock()))
  const term = filter.search?.trim() ?? ''
  if (term === '' && people.length === 0 && registrations.length === 0) return undefined
  const { patterns, share } = await keep('estimate', () => estimate(db, term, people))
  const words = patterns.map((pattern) => sql`u.search_text like ${pattern}`)
  if (words.length === 0 && people.length === 0 && registrations.length === 0) return undefined
  return { people: [...words, ...people], registrations, share, keep }
}

/** Reads the patterns of a search term and the share of people who match. */
async function estimate(db: Db, term: string, people: RawBuilder<unknown>[]) {
  const { rows } = await sql<{ patterns: string[]; share: number }>`
    with wanted as materialized (select search_patterns(${term}) as patterns),
    looked_at as (
      select search_text like all (patterns) and ${all(people)} as is_found from wanted, users u tablesample system (
        (select least(100, 100 * ${sample} / greatest(reltuples, 1)) from pg_class where oid = 'users'::regclass)
      )
    )
    select patterns, (select coalesce(avg(is_found::int), 1)::float8 from looked_at) as share from wanted`.execute(
    db,
  )
  return rows[0] as (typeof rows)[0]
}

/** Returns SQL: true if a person `u` matches. */
export function foundBy(search: Search | undefined): RawBuilder<unknown> {
  return all(search?.people ?? [])
}

/** Returns SQL: true if a registration `r` matches. */
export function keptBy(search: Search | undefined): RawBuilder<unknown> {
  return all(search?.registrations ?? [])
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join([sql`true`, ...conditions], sql` and `)
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
    ...(credited === undefined ? [] : [sql`${hoursIn(season)} ${creditedHours[credited]}`]),
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

const certificates = {
  none: sql`r.certificate_code is null`,
  issued: sql`r.certificate_code is not null`,
  mailed: sql`(r.certificate_code is not null and exists (
    select from certificate_mails sent join mails using (mail_id)
    where sent.registration_id = r.registration_id and status = 'sent'))`,
}

const hasNoJoinUrl = sql`(
  select ${joinUrlOf('r', 's')} from event_slots s where s.event_slot_id = r.event_slot_id) is null`

const creditedHours = {
  none: sql`= 0`,
  some: sql`between 1 and ${sql.lit(hoursNeeded - 1)}`,
  enough: sql`>= ${sql.lit(hoursNeeded)}`,
  short: sql`< ${sql.lit(hoursNeeded)}`,
}

/** The hours that a person `u` has earned in a renewal year. */
function hoursIn(season: number): RawBuilder<unknown> {
  return sql`(
    select coalesce(sum(${hoursInSeason(season)}), 0) from registrations held join event_slots using (event_slot_id)
    where held.user_id = u.user_id and held.cancelled_at is null
  )`
}

/** Returns a state's name and its two letters, which some people typed. */
function namesOf(state: string): string[] {
  const known = usStates.find(({ name }) => name === state)
  return known ? [known.name, known.abbreviation] : [state]
}
