import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { RegistrationFilter } from '#contract/registration-lists/rows.ts'
import type { Services } from '#server/services.ts'
import { peopleConditions, registrationConditions } from './registration-list-conditions.ts'

/** What narrows a list beyond its slots, as the database reads it. */
export interface Search {
  /** What has to hold of a person of the table `u`. */
  people: RawBuilder<unknown>[]
  /** What has to hold of a registration of the table `r`, of which no more than its id may be at hand. */
  registrations: RawBuilder<unknown>[]
  /** The share of people who are meant, estimated; 1 is everybody. */
  share: number
}

/** About so many people are looked at for the estimate, wherever they happen to stand. */
const sample = 1000

/** Reads a filter; undefined where nothing but its slots narrows the list. */
export async function readSearch(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  filter: RegistrationFilter,
): Promise<Search | undefined> {
  const registrations = registrationConditions(filter)
  const people = peopleConditions(filter, filter.year ?? config.season(clock()))
  const term = filter.search?.trim() ?? ''
  if (term === '' && people.length === 0 && registrations.length === 0) return undefined
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
  const { patterns = [], share = 1 } = rows[0] ?? {}
  const words = patterns.map((pattern) => sql`u.search_text like ${pattern}`)
  if (words.length === 0 && people.length === 0 && registrations.length === 0) return undefined
  return { people: [...words, ...people], registrations, share }
}

/** Whether a person of the table `u` is meant. */
export function foundBy(search: Search | undefined): RawBuilder<unknown> {
  return all(search?.people ?? [])
}

/** Whether a registration of the table `r` is. */
export function keptBy(search: Search | undefined): RawBuilder<unknown> {
  return all(search?.registrations ?? [])
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join([sql`true`, ...conditions], sql` and `)
}
