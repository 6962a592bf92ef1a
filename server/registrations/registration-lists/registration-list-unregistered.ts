import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { User } from '#contract/people/users/user.ts'
import type {
  getAllUnregisteredUsers,
  UnregisteredFilter,
} from '#contract/registrations/registration-lists/calls.ts'
import { pageSizes } from '#contract/registrations/registration-lists/calls.ts'
import { planAnew } from '#server/core/db/database.ts'
import { isOfSeason } from '#server/events/events/queries.ts'
import type { Db, Services } from '#server/services.ts'

type Filter = Input<typeof getAllUnregisteredUsers>['query']

/** Up to this many people, the cache has their ids. With more, walking the list soon fills a page. */
const few = 10_000

/** In a rush, when the version changes with each call, a result is kept this many times as long as finding it took. */
const keptTimes = 20

/** The people without a registration for some slots, as of a version. */
interface Kept {
  version: string
  /** Until when it is kept in a rush, in milliseconds of the process. */
  rushUntil: number
  /** Their ids in order; null if there are too many. */
  people: string[] | null
  total: number
}

/**
 * Returns a function that finds pages of the people without a registration, by name and without administrators. The filter is
 * a renewal year (by default the season), an event's name or a slot. A cached result is valid until the database counts a change, and in a
 * rush a little longer.
 */
export function openUnregisteredList({
  db,
  config,
  clock,
  rush,
}: Pick<Services, 'db' | 'config' | 'clock' | 'rush'>) {
  const lists = new LRUCache<string, Kept>({ max: 20 })

  return async ({
    page = 1,
    limit = pageSizes[0],
    search,
    year = config.season(clock()),
    eventName,
    eventSlotId,
  }: Filter): Promise<Data<typeof getAllUnregisteredUsers>> => {
    const events = await findEvents(db, { year, eventName, eventSlotId })
    const kept = await read(events)
    const offset = (page - 1) * limit
    const isSearched = Boolean(search?.trim())
    // Without a search, the page of a short list is in the cache.
    const people = isSearched ? kept.people : kept.people?.slice(offset, offset + limit)
    const who = people ? sql`user_id = any(${people}::uuid[])` : isUnregistered(events)
    const condition = sql`${isOwnAccount} and ${who} ${searchCondition(search)}`
    const [users, totalRecords] = await Promise.all([
      findUsers(db, condition, { limit, offset: kept.people && !isSearched ? 0 : offset }, search),
      isSearched ? countUsers(db, condition) : kept.total,
    ])
    const totalPages = Math.max(1, Math.ceil(totalRecords / limit))
    return { users, pagination: { totalRecords, currentPage: page, totalPages, limit } }
  }

  async function read(events: Events): Promise<Kept> {
    const key = events.slotIds.join()
    const known = lists.get(key)
    if (known && (known.version === events.version || (rush.isOn() && performance.now() < known.rushUntil)))
      return known
    const began = performance.now()
    const found = await findUnregistered(db, events)
    const ended = performance.now()
    const kept = { ...found, rushUntil: ended + keptTimes * (ended - began) }
    lists.set(key, kept)
    return kept
  }
}

/** Returns the condition on a person `u` that a filter finds, for reading all of them. */
export async function unregisteredCondition(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  { search, year = config.season(clock()), eventName, eventSlotId }: UnregisteredFilter,
): Promise<RawBuilder<unknown>> {
  const events = await findEvents(db, { year, eventName, eventSlotId })
  return sql`${isOwnAccount} and not exists (select from registrations r where ${isHeld(events)}) ${searchCondition(search)}`
}

interface Events {
  eventIds: number[]
  slotIds: number[]
  /** Changes with every account and name, and with every registration for these slots. */
  version: string
}

/** An account of a person that is not merged into another one. */
const isOwnAccount = sql`role = 'user' and merged_into is null`

const slotsOfYear = sql`select event_slot_id from slots`

async function findEvents(
  db: Db,
  { year, eventName, eventSlotId }: Pick<Filter, 'eventName' | 'eventSlotId'> & { year: number },
): Promise<Events> {
  const named = eventName ? sql`and event_name = ${eventName}` : sql``
  const only = eventSlotId === undefined ? sql`` : sql`and event_slot_id = ${eventSlotId}`
  const { rows } = await sql<Events>`
    with slots as materialized (
      select event_id, event_slot_id from event_slots join events using (event_id) where ${isOfSeason(year)} ${named} ${only}
    )
    select array(select distinct event_id from slots) as event_ids,
      array(select event_slot_id from slots order by 1) as slot_ids,
      ${versionOf(slotsOfYear)} as version`.execute(db)
  return rows[0] as Events
}

function versionOf(slotIds: RawBuilder<unknown>): RawBuilder<string> {
  return sql`concat_ws(' ', array(${slotIds} order by 1)::text,
    (select sum(changes) from registration_counts where event_slot_id in (${slotIds})),
    (select sum(changes) from user_counts))`
}

/** Reads people and version in one statement, so they belong together. */
async function findUnregistered(db: Db, { eventIds, slotIds }: Events): Promise<Omit<Kept, 'rushUntil'>> {
  const version = versionOf(sql`select unnest(${slotIds}::int[])`)
  const { rows } = await sql<Omit<Kept, 'rushUntil'>>`${sql.raw(planAnew)}
    with missing as materialized (
      select user_id, lower(first_name || ' ' || last_name) as name from users u where ${isOwnAccount} and not exists (
        select from registrations r
        where ${isHeld({ eventIds, slotIds })}
      )
    )
    select ${version} as version, total,
      case when total <= ${few} then array(select user_id from missing order by name, user_id) end as people
    from (select count(*) as total from missing) counted`.execute(db)
  return rows[0] as Omit<Kept, 'rushUntil'>
}

/** Compares a subquery instead of joining, so PostgreSQL walks the list in order until a page is full. */
function isUnregistered(events: Events): RawBuilder<unknown> {
  return sql`(select 1 from registrations r where ${isHeld(events)} limit 1) is null`
}

/** Returns SQL: true if a registration `r` of a person `u` is for one of the slots. Names the event for the index. */
function isHeld({ eventIds, slotIds }: Pick<Events, 'eventIds' | 'slotIds'>): RawBuilder<unknown> {
  return sql`r.user_id = u.user_id and r.event_id = any(${eventIds}::int[]) and r.event_slot_id = any(${slotIds}::int[])
    and r.cancelled_at is null`
}

async function findUsers(
  db: Db,
  condition: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
  search: string | undefined,
): Promise<User[]> {
  const { rows } = await sql<User>`${search ? sql.raw(planAnew) : sql``}
    with page as materialized (
      select user_id, lower(first_name || ' ' || last_name) as name from users u where ${condition}
      order by lower(first_name || ' ' || last_name), user_id
      limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select u.* from page join users u using (user_id) order by page.name, user_id`.execute(db)
  return rows
}

async function countUsers(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`${sql.raw(planAnew)}
    select count(*) as total from users u where ${condition}`.execute(db)
  return rows[0]?.total ?? 0
}

function searchCondition(search: string | undefined): RawBuilder<unknown> {
  return search?.trim() ? sql`and search_text like all (search_patterns(${search}))` : sql``
}
