import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { mostCounted } from '#contract/registrations/registration-lists/calls.ts'
import { planAnew } from '#server/core/db/database.ts'
import type { Db } from '#server/services.ts'
import type { Filter } from './registration-list-filter.ts'
import { inSlots } from './registration-list-filter.ts'
import type { Order } from './registration-list-orders.ts'
import { by, sortColumns, sorted } from './registration-list-orders.ts'

/** A part of the list: the ids of its registrations, in order. */
export interface Part {
  ids: number[]
  totalRecords: number
  /** There may be more than `totalRecords`. */
  isAtLeast?: boolean
}

interface Wanted {
  filter: Filter
  order: Order
  offset: number
  limit: number
}

/** Returns a part of the registrations of a filter. The results of a search are counted up to `mostCounted`. */
export async function findPart(db: Db, wanted: Wanted): Promise<Part> {
  const { filter, offset, limit } = wanted
  if (filter.isSearch || filter.total <= mostCounted) {
    const part = await sortFound(db, wanted)
    if (part.totalRecords <= mostCounted) return part
  }
  if (!filter.isSearch) {
    const ids = await readFromNearerEnd(filter.total, wanted, (offset, limit, isTurned) => {
      const order = { ...wanted.order, isDescending: wanted.order.isDescending !== isTurned }
      return read(db, { filter, order, offset, limit })
    })
    return { ids, totalRecords: filter.total }
  }
  // One more id tells whether there is a next page.
  const ids = await read(db, { ...wanted, limit: limit + 1 })
  const seen = ids.length > 0 ? offset + ids.length : 0
  if (seen > 0 && ids.length <= limit) return { ids, totalRecords: seen }
  return { ids: ids.slice(0, limit), totalRecords: Math.max(seen, mostCounted), isAtLeast: true }
}

/** Finds up to `mostCounted` registrations of a filter and sorts them. If there are more, returns no ids. */
async function sortFound(db: Db, { filter, order, offset, limit }: Wanted): Promise<Part> {
  const { rows } = await sql<{ found: number; ids: number[] }>`${sql.raw(planAnew)}
    with found as materialized (
      select ${sortColumns(order)} from ${source(filter, order)} limit ${sql.lit(mostCounted + 1)}
    ), counted as (select count(*) as found from found)
    select found, case when found > ${sql.lit(mostCounted)} then '{}' else array(
      select registration_id from found ${sorted(order)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    ) end as ids from counted`.execute(db)
  const { found = 0, ids = [] } = rows[0] ?? {}
  return { ids, totalRecords: found }
}

/** Reads a part of a list of `total` rows; the second half backwards, from its end. `read` may be asked for the turned order. */
export async function readFromNearerEnd<Row>(
  total: number,
  { offset, limit }: { offset: number; limit: number },
  read: (offset: number, limit: number, isTurned: boolean) => Promise<Row[]>,
): Promise<Row[]> {
  const most = Math.min(limit, total - offset)
  if (most <= 0) return []
  const behind = total - offset - most
  return offset <= behind ? read(offset, most, false) : (await read(behind, most, true)).reverse()
}

/**
 * Reads in order, by an index if there is one. Only the registrations of some slots are found first: an index of all would lead through
 * those of other seasons. The numbers are in the text: for parameters, PostgreSQL assumes a tenth of the table.
 */
async function read(db: Db, { filter, order, offset, limit }: Wanted) {
  const isFoundFirst = order.of === 'registrations' && filter.slotIds && !filter.isSearch
  const { rows } = await sql<{ ids: number[] }>`${sql.raw(planAnew)} select array(
    select registration_id from (
      select ${sortColumns(order)} from ${source(filter, order)} ${isFoundFirst ? sql`offset 0` : sql``}
    ) found ${sorted(order)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as ids`.execute(db)
  return rows[0]?.ids ?? []
}

/** The registrations of a filter, with what its conditions and the order need. */
function source(filter: Filter, { of, key, isDescending }: Order): RawBuilder<unknown> {
  // In their order, so that only the registrations of those on the page are sorted.
  const slots = sql`(
    select event_slot_id, event_name, start_on, start_time from event_slots s join events using (event_id)
    where ${inSlots('s', filter.slotIds)} ${by([key, 'event_slot_id'], isDescending)} offset 0
  ) s join registrations r using (event_slot_id)`
  const people = filter.isSearch || of === 'people' ? sql`join users u using (user_id)` : sql``
  return sql`${of === 'slots' ? slots : sql`registrations r`} ${people}
    where r.cancelled_at is null and ${filter.condition}`
}
