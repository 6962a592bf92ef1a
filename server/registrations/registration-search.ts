import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#server/services.ts'

/** What is looked for among people, as the database reads it. */
export interface Search {
  /** Each has to be found in `search_text`; what makes them of a term is said in SQL, once. */
  patterns: string[]
  /** The share of people who have them all, estimated; 1 is everybody. */
  share: number
}

/** About so many people are looked at for the estimate, wherever they happen to stand. */
const sample = 1000

/** Reads a term; undefined where it says nothing to look for. */
export async function readSearch(db: Db, term: string | undefined): Promise<Search | undefined> {
  if (!term?.trim()) return undefined
  const { rows } = await sql<Search>`
    with wanted as materialized (select search_patterns(${term}) as patterns),
    looked_at as (
      select search_text like all (patterns) as is_found from wanted, users tablesample system (
        (select least(100, 100 * ${sample} / greatest(reltuples, 1)) from pg_class where oid = 'users'::regclass)
      )
    )
    select patterns, (select coalesce(avg(is_found::int), 1)::float8 from looked_at) as share from wanted`.execute(
    db,
  )
  const [search] = rows
  return search?.patterns.length ? search : undefined
}

/** Whether a person of the table `u` is found. */
export function foundBy(search: Search | undefined): RawBuilder<unknown> {
  if (!search) return sql`true`
  return sql.join(
    search.patterns.map((pattern) => sql`u.search_text like ${pattern}`),
    sql` and `,
  )
}
