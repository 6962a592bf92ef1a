import { sql } from 'kysely'
import type {
  ElsewhereReason,
  OtherSlot,
  People,
} from '#contract/attendance/attendance-uploads/comparison-words.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import { agendaDays } from '#contract/events/slots/agendas.ts'
import { reachOf } from '#contract/events/slots/hour-times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { findOthers } from '#server/attendance/attendances/attendance-evidence.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { selectSlots } from '#server/events/slots/queries.ts'
import { getSlotHours } from '#server/events/slots/slot-hours.ts'
import type { Db } from '#server/services.ts'

/** The slot whose report a reading seems to be; null: most rows are outside the hours, and fit no other slot either. */
export type Elsewhere = { slot: OtherSlot; reason: ElsewhereReason } | null

interface Reading {
  readingId: number
  /** The Eastern days of its rows. */
  days: readonly string[]
  /** The webinar in the file. */
  webinarId: string | undefined
}

/**
 * Returns the slot whose report a reading seems to be, of any event: the reading names its webinar, most rows
 * are outside this slot's hours, or most people are registered there. undefined: this slot.
 */
export async function findElsewhere(db: Db, slot: Slot, reading: Reading): Promise<Elsewhere | undefined> {
  const [named, rows, people] = await Promise.all([
    findByWebinar(db, slot, reading),
    findByRows(db, slot, reading),
    findByPeople(db, slot, reading),
  ])
  // Of several slots at the rows' time, the one with the people.
  const both = rows?.slots.find(({ eventSlotId }) => eventSlotId === people?.slot.eventSlotId)
  const [byTime] = both ? [both] : (rows?.slots ?? [])
  if (named) return { slot: named, reason: { by: 'webinar', webinarId: reading.webinarId ?? '' } }
  if (byTime) return { slot: byTime, reason: { by: 'rows', count: byTime.rows, of: rows?.of ?? 0 } }
  if (people) return people
  return rows ? null : undefined
}

/** Shorter visits, such as those of a practice session, would earn no hour. */
const leastStrayMinutes = 20

/**
 * Returns the people of a reading with visits outside the reach of the slot's hours, and when the first one
 * began. Ignores the times of other slots with the same webinar. undefined: none.
 */
export async function findStrays(
  db: Db,
  slot: Slot,
  readingId: number,
): Promise<{ people: People; first: Date } | undefined> {
  const [{ agenda, rule }, others] = await Promise.all([
    getSlotHours(db, slot.eventSlotId),
    findOthers(db, slot),
  ])
  const spans = [
    ...agendaDays(agenda).map((day) => reachOf(rule.figures, day).map((second) => new Date(second * 1000))),
    ...others.flatMap(slotDays).map(({ startAt, endAt }) => [startAt, endAt]),
  ].map(([from, to]) => ({ from, to }))
  const { rows } = await sql<{ name: string; first: Date }>`
    select coalesce(nullif(min(name), ''), min(email), 'Unknown person') as name, min(joined_at) as first from attendance_visits
    where attendance_reading_id = ${readingId} and role <> 'host' and status = 'present' and joined_at < left_at and not exists (
      select from jsonb_to_recordset(${JSON.stringify(spans)}) as span ("from" timestamptz, "to" timestamptz)
      where joined_at < span.to and left_at > span.from)
    group by coalesce(registrant_id, lower(email), name)
    having sum(left_at - joined_at) >= make_interval(mins => ${sql.lit(leastStrayMinutes)})
    order by first`.execute(db)
  const [first] = rows
  return first && { people: { count: rows.length, names: rows.map(({ name }) => name) }, first: first.first }
}

/** Returns the other slot with a file's webinar. */
async function findByWebinar(
  db: Db,
  { eventSlotId, webinarId: own }: Slot,
  { webinarId, days }: Reading,
): Promise<OtherSlot | undefined> {
  const named = digitsOf(webinarId ?? '')
  if (named === '' || named === digitsOf(own ?? '')) return undefined
  const slots = await selectSlots(db)
    .where('eventSlots.deletedAt', 'is', null)
    .where('eventSlots.eventSlotId', '<>', eventSlotId)
    .where(sql<boolean>`regexp_replace(event_slots.webinar_id, '\\D', '', 'g') = ${named}`)
    .orderBy(sql`${days[0] ?? null}::date between start_on and end_on`, 'desc')
    .orderBy('eventSlots.eventSlotId', 'desc')
    .limit(1)
    .execute()
  return slots.map(otherSlot)[0]
}

/** Returns the slots with most rows in their hours, best first, if most are outside this slot's. */
async function findByRows(db: Db, slot: Slot, { readingId, days }: Reading) {
  const { agenda } = await getSlotHours(db, slot.eventSlotId)
  const own = agendaDays(agenda).map(({ startAt, endAt }) => ({ slotId: slot.eventSlotId, startAt, endAt }))
  const here = await countRows(db, readingId, own)
  if (here.of <= 2 * (here.inside.get(slot.eventSlotId) ?? 0)) return undefined
  const [first, last] = [days[0], days.at(-1)] as [PlainDate | undefined, PlainDate | undefined]
  const slots = first && last ? await findSlotsAt(db, slot, first, last) : []
  const { inside } = await countRows(db, readingId, slots.flatMap(windowsOf))
  const fitting = slots
    .map((each) => ({ ...otherSlot(each), rows: inside.get(each.eventSlotId) ?? 0 }))
    .filter(({ rows }) => rows * 2 > here.of)
    .sort(
      (a, b) => b.rows - a.rows || Number(b.eventId === slot.eventId) - Number(a.eventId === slot.eventId),
    )
  return { slots: fitting, of: here.of }
}

function windowsOf(slot: Slot) {
  return slotDays(slot).map(({ startAt, endAt }) => ({ slotId: slot.eventSlotId, startAt, endAt }))
}

function findSlotsAt(db: Db, { eventSlotId }: Slot, first: PlainDate, last: PlainDate) {
  return selectSlots(db)
    .where('eventSlots.deletedAt', 'is', null)
    .where('eventSlots.eventSlotId', '<>', eventSlotId)
    .where('endOn', '>=', addDays(first, -1))
    .where('startOn', '<=', last)
    .orderBy('eventSlots.eventSlotId')
    .execute()
}

/** Counts the timed rows of people who attended or answered, in total and in each slot's hours. */
async function countRows(
  db: Db,
  readingId: number,
  windows: readonly { slotId: number; startAt: Date; endAt: Date }[],
) {
  const { rows } = await sql<{ slotId: number | null; rows: number }>`
    with said as materialized (
      select joined_at as start_at, case when left_at > joined_at then left_at else joined_at end as end_at from attendance_visits
      where attendance_reading_id = ${readingId} and role <> 'host' and status = 'present' and joined_at is not null
      union all
      select answered_at, answered_at from attendance_answers where attendance_reading_id = ${readingId} and answered_at is not null
    )
    select null as slot_id, count(*)::int as rows from said
    union all
    select "slotId", count(*)::int from said
      join jsonb_to_recordset(${JSON.stringify(windows)}) as window_of ("slotId" integer, "startAt" timestamptz, "endAt" timestamptz)
        on start_at < "endAt" and (end_at > "startAt" or start_at >= "startAt")
    group by 1`.execute(db)
  return {
    of: rows.find(({ slotId }) => slotId === null)?.rows ?? 0,
    inside: new Map(rows.map(({ slotId, rows }) => [slotId ?? 0, rows])),
  }
}

/** Returns the slot with most registered people of a reading, if they are more than this slot's. */
async function findByPeople(
  db: Db,
  slot: Slot,
  { readingId, days }: Reading,
): Promise<Elsewhere | undefined> {
  const { rows } = await sql<{ eventSlotId: number | null; people: number }>`
    with named as materialized (
      select distinct lower(regexp_replace(email, '[^!-~]', '', 'g')) as email from (
        select email from attendance_visits where attendance_reading_id = ${readingId} and role <> 'host' and status = 'present'
        union all
        select email from attendance_answers where attendance_reading_id = ${readingId}
      ) rows where email <> ''
    ), held as (
      select named.email, event_slot_id from named join users on users.email = named.email
        join registrations using (user_id) where cancelled_at is null
      union
      select named.email, event_slot_id from named join platform_identities told on told.email = named.email
        join registrations using (registration_id) where cancelled_at is null
    )
    select null as event_slot_id, count(*)::int as people from named
    union all
    select event_slot_id, count(*)::int from held group by 1`.execute(db)
  const peopleAt = new Map(rows.map(({ eventSlotId, people }) => [eventSlotId ?? 0, people]))
  const of = peopleAt.get(0) ?? 0
  const more = rows.filter(
    ({ eventSlotId, people }) =>
      eventSlotId !== null && people * 2 > of && people > (peopleAt.get(slot.eventSlotId) ?? 0),
  )
  if (more.length === 0) return undefined
  const held = await selectSlots(db)
    .where('eventSlots.deletedAt', 'is', null)
    .where(
      'eventSlots.eventSlotId',
      'in',
      more.map(({ eventSlotId }) => eventSlotId ?? 0),
    )
    .execute()
  // People return each year.
  const ofSeason = held.filter(({ startOn }) => seasonOfDay(startOn) === seasonOfDay(slot.startOn))
  const timed = await countRows(db, readingId, [slot, ...ofSeason].flatMap(windowsOf))
  const hasMost = ({ eventSlotId }: Slot) => 2 * (timed.inside.get(eventSlotId) ?? 0) > timed.of
  // Rows in this slot's hours, and not in that one's, are of people who missed theirs.
  const slots = hasMost(slot) ? ofSeason.filter(hasMost) : ofSeason
  const isAt = ({ startOn, endOn }: Slot) => days.some((day) => startOn <= day && day <= endOn)
  const [best] = slots.sort(
    (a, b) =>
      Number(isAt(b)) - Number(isAt(a)) ||
      (peopleAt.get(b.eventSlotId) ?? 0) - (peopleAt.get(a.eventSlotId) ?? 0),
  )
  const count = best ? (peopleAt.get(best.eventSlotId) ?? 0) : 0
  return best && { slot: otherSlot(best), reason: { by: 'people', count, of } }
}

function otherSlot({ eventSlotId, eventId, eventName, startOn, endOn, startTime, endTime }: Slot) {
  return { eventSlotId, eventId, eventName, slot: { startOn, endOn, startTime, endTime } }
}

/** Returns a webinar id's digits, however it is spelled. */
export function digitsOf(webinarId: string): string {
  return webinarId.replaceAll(/\D/g, '')
}
