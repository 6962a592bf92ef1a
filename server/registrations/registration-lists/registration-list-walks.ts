import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { mostCounted } from '#contract/registrations/registration-lists/calls.ts'
import { planAnew } from '#server/core/db/database.ts'
import type { Db } from '#server/services.ts'
import type { Order } from './registration-list-orders.ts'
import { by, orderBy } from './registration-list-orders.ts'
import type { Search } from './registration-list-search.ts'
import { foundBy, keptBy } from './registration-list-search.ts'
import type { CountedSlot, Slots } from './registration-list-slots.ts'
import { inSlots } from './registration-list-slots.ts'

/** A filter, an order and a part of the list. */
export interface Wanted {
  slots: Slots
  search: Search | undefined
  order: Order
  offset: number
  limit: number
}

/** A page also reads one result more, to tell whether there is a next one. */
const mostGathered = mostCounted + 1

type Searching = Wanted & { search: Search }

/** A query for ids in the order of the list. */
type Ids = RawBuilder<unknown>

/** Up to this many registrations, sorting is faster than walking an index. */
const few = 3000
/** A search walks over this many rows before it starts again from the matching people. */
const mostLookedAt = 10_000

/** Returns the ids of a part of the list, in its order. */
export async function findIds(db: Db, wanted: Wanted): Promise<number[]> {
  const found = await walkOrGather(db, wanted)
  if (Array.isArray(found)) return found
  // The first page is always the same query, so its plan is reused.
  return wanted.search || wanted.offset > 0 ? read(db, found) : readKept(db, found)
}

/** Returns the ids, or a query that finds them. */
async function walkOrGather(db: Db, wanted: Wanted): Promise<Ids | number[]> {
  const { slots, search, order, offset } = wanted
  if (offset >= slots.total) return []
  if (search) return findSearched(db, { ...wanted, search })
  if (order.of === 'people' && slots.total <= few) return gatherSlots(wanted)
  return order.of === 'slots' ? walkSlots(db, wanted) : walkFromNearerEnd(wanted)
}

/** Walks the second half of the list from its end. */
function walkFromNearerEnd({ offset, ...wanted }: Wanted): Ids {
  const { slots, order } = wanted
  const walk = order.of === 'people' ? walkPeople : walkRegistrations
  const limit = Math.min(wanted.limit, slots.total - offset)
  const behind = slots.total - offset - limit
  if (offset <= behind) return walk({ ...wanted, offset, limit })
  const turned = walk({
    ...wanted,
    order: { ...order, isDescending: !order.isDescending },
    offset: behind,
    limit,
  })
  return sql`select id from unnest(array(${turned})) with ordinality turned (id, place) order by place desc`
}

/** Walks slot by slot, and skips whole slots by their kept counts. */
async function walkSlots(
  db: Db,
  { slots, order, offset, limit, ...wanted }: Wanted,
): Promise<Ids | number[]> {
  const ids: number[] = []
  let before = 0
  for (const slot of slots.counted) {
    const from = Math.max(offset - before, 0)
    before += slot.registrations
    if (from >= slot.registrations) continue
    const part = { offset: from, limit: limit - ids.length }
    const walk = walkFromNearerEnd({ ...wanted, ...part, order: withinSlot(order), slots: only(slot) })
    if (from + part.limit <= slot.registrations && ids.length === 0) return walk
    ids.push(...(await read(db, walk)))
    if (ids.length === limit) break
  }
  return ids
}

async function findSearched(db: Db, wanted: Searching): Promise<number[]> {
  if (wanted.slots.total <= few) return gather(db, wanted, gatherSlots)
  return (await walkSearching(db, wanted)) ?? gather(db, wanted, gatherPeople)
}

/**
 * Gathers as many results as are counted. Keeps them for the following pages, unless uncounted changes could
 * move them.
 */
async function gather(db: Db, wanted: Searching, query: (wanted: Wanted) => Ids): Promise<number[]> {
  const { search, order, offset, limit } = wanted
  const isSteady = order.of !== 'slots' && order.key !== 'hours'
  if (!isSteady || offset + limit > mostGathered) return read(db, query(wanted))
  const all = { ...wanted, offset: 0, limit: mostGathered }
  const ids = await search.keep(JSON.stringify(order), () => read(db, query(all)))
  return ids.slice(offset, offset + limit)
}

/** Walks in the list's order and filters; undefined if it would have to read too many rows. */
async function walkSearching(db: Db, { offset, limit, ...wanted }: Searching): Promise<number[] | undefined> {
  const { slots, order, search } = wanted
  const ends = offset + limit
  if (ends / search.share > mostLookedAt) return undefined
  if (order.of === 'people') {
    const ids = await read(db, walkPeople({ ...wanted, offset, limit }, mostLookedAt))
    return ids.length === limit ? ids : undefined
  }
  const found: number[] = []
  let looks = mostLookedAt
  for (const part of order.of === 'slots' ? slots.counted.map(only) : [slots]) {
    const within = order.of === 'slots' ? withinSlot(order) : order
    const next = { ...wanted, slots: part, order: within, offset: 0, limit: ends - found.length }
    found.push(...(await read(db, walkRegistrations(next, looks))))
    looks -= part.total
    if (found.length === ends) break
    if (looks < 0) return undefined
  }
  return found.slice(offset)
}

const only = (slot: CountedSlot): Slots => ({
  counted: [slot],
  areFiltered: true,
  total: slot.registrations,
})
const withinSlot = ({ isDescending }: Order): Order => ({
  of: 'registrations',
  key: 'registered_at',
  isDescending,
})

/** Walks the index of each slot and merges them, over at most `looks` rows. */
function walkRegistrations({ slots, search, order, offset, limit }: Wanted, looks = offset + limit): Ids {
  const { key, isDescending } = order
  const inOrder = by(['walked.key', 'walked.registration_id'], isDescending)
  const parts = slots.areFiltered || key === 'hours' ? slots.counted.map(only) : [slots]
  const branches = parts.map(
    (part) => sql`(
      select registration_id, user_id, ${sql.raw(key)} as key from registrations r
      where cancelled_at is null and user_id is not null and ${inSlots(part)}
      ${by([key, 'registration_id'], isDescending)} limit ${sql.lit(looks)})`,
  )
  const merged = sql.join(branches, sql` union all `)
  const isFound = sql`(select ${foundBy(search)} from users u where u.user_id = walked.user_id)
    and (select ${keptBy(search)} from registrations r where r.registration_id = walked.registration_id)`
  return sql`
    select registration_id from (select * from (${merged}) walked ${inOrder} limit ${sql.lit(looks)}) walked
    where ${search ? isFound : sql`true`} ${inOrder} ${part(offset, limit)}`
}

/** Walks an index of people and joins their registrations, over at most `looks` people. */
function walkPeople({ slots, search, order, offset, limit }: Wanted, looks?: number): Ids {
  const inOrder = by([order.key, 'user_id'], order.isDescending)
  const key = sql.raw(order.key)
  const looked = sql`(select u.*, ${key} as key from users u ${inOrder} limit ${sql.lit(looks)})`
  return sql`
    select registration_id from ${looks ? looked : sql`users`} u join registrations r using (user_id)
    where cancelled_at is null and ${inSlots(slots)} and ${foundBy(search)} and ${keptBy(search)}
    ${looks ? orderBy(order, 'u.key') : orderBy(order)} ${part(offset, limit)}`
}

/** Finds the matching people first, then their registrations, and sorts. */
function gatherPeople({ slots, search, order, offset, limit }: Wanted): Ids {
  const isOfPeople = order.of === 'people'
  const people = isOfPeople ? by(['key', 'user_id'], order.isDescending) : sql``
  return sql`
    with found as materialized (
      select user_id, ${sql.raw(isOfPeople ? order.key : 'null')} as key from users u where ${foundBy(search)}
    )
    select registration_id from (select * from found ${people}) u cross join lateral (
      select * from registrations r where r.user_id = u.user_id and cancelled_at is null and ${inSlots(slots)}
        and ${keptBy(search)} offset 0
    ) r ${joinOf(order)}
    ${isOfPeople ? orderBy(order, 'u.key') : orderBy(order)} ${part(offset, limit)}`
}

/** Reads all registrations of the slots, filters and sorts. */
function gatherSlots({ slots, search, order, offset, limit }: Wanted): Ids {
  return sql`
    with r as materialized (select * from registrations r where cancelled_at is null and ${inSlots(slots)})
    select registration_id from r join users u using (user_id) ${joinOf(order)}
    where ${foundBy(search)} and ${keptBy(search)} ${orderBy(order)} ${part(offset, limit)}`
}

const joinSlots = sql`join event_slots s using (event_slot_id) join events e on e.event_id = s.event_id`
const joinOf = ({ of }: Order) => (of === 'slots' ? joinSlots : sql``)

/** Writes the numbers into the SQL: for parameters, the planner assumes a tenth of the table. */
const part = (offset: number, limit: number) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`

function read(db: Db, ids: Ids): Promise<number[]> {
  return readKept(db, ids, sql.raw(planAnew))
}

async function readKept(db: Db, ids: Ids, begin = sql``): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`${begin} select array(${ids}) as ids`.execute(db)
  return rows[0]?.ids ?? []
}
