import type { Expression } from 'kysely'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { AdminEvent, EventSlotRow, Focus } from '#contract/events.ts'
import { seasonLabel } from '#contract/season.ts'
import { shownDates, yearOf } from '#contract/slots.ts'
import type { Db } from '#server/services.ts'

/** The slots of every event that starts in a year, or of all events, in the order of their start. */
export async function findEventSlotRows(db: Db, year: number | undefined): Promise<EventSlotRow[]> {
  const startYear = sql<number>`(select extract(year from min(first.start_on))::int from event_slots first where first.event_id = events.event_id)`
  const rows = await db
    .selectFrom('event_slots')
    .innerJoin('events', 'events.event_id', 'event_slots.event_id')
    .innerJoin('focuses', 'focuses.focus_id', 'event_slots.focus_id')
    .select([
      'events.event_id',
      'event_name',
      'event_slot_id',
      'description',
      'video_link as videoLink',
      'featured_sponsor_id',
      'event_slots.focus_id',
      'focus_name',
    ])
    .select(slotTimes)
    .select((row) => [
      sql<0 | 1>`is_enabled::int`.as('isEnabled'),
      speakersOf(db, row.ref('events.event_id')).as('speakers'),
      sponsorsOf(db, row.ref('events.event_id')).as('sponsors'),
    ])
    .$if(year !== undefined, (query) => query.where(startYear, '=', year as number))
    .orderBy('event_slots.start_on')
    .orderBy('event_slots.start_time')
    .orderBy('event_slot_id')
    .execute()
  return rows as EventSlotRow[]
}

export async function findFocuses(db: Db): Promise<Focus[]> {
  return db.selectFrom('focuses').select(['focus_id', 'focus_name']).orderBy('focus_id').execute()
}

export interface EventYear {
  year: number
  label: string
  events: AdminEvent[]
}

/** Every event with its slots, by the year it starts in, newest first. */
export async function findEventYears(db: Db): Promise<EventYear[]> {
  const events = await findAdminEvents(db)
  const years = new Map<number, AdminEvent[]>()
  for (const event of events) {
    const year = Math.min(...event.slots.map((slot) => yearOf(slot.start_date)))
    if (Number.isFinite(year)) years.set(year, [...(years.get(year) ?? []), event])
  }
  return [...years]
    .sort(([a], [b]) => b - a)
    .map(([year, events]) => ({ year, label: seasonLabel(year), events }))
}

async function findAdminEvents(db: Db): Promise<AdminEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['event_id', 'event_name', 'description', 'featured_sponsor_id', 'video_link as videoLink'])
    .select((row) => [
      sql<0 | 1>`is_enabled::int`.as('isEnabled'),
      speakersOf(db, row.ref('events.event_id')).as('speakers'),
      sponsorsOf(db, row.ref('events.event_id')).as('sponsors'),
      jsonArrayFrom(
        row
          .selectFrom('event_slots')
          .select(['event_slot_id', 'event_id', 'focus_id', 'webinar_id'])
          .select(slotTimes)
          .whereRef('event_slots.event_id', '=', 'events.event_id')
          .orderBy('start_on')
          .orderBy('event_slots.start_time'),
      ).as('slots'),
    ])
    .orderBy('event_id')
    .execute()
  return (rows as Omit<AdminEvent, 'event_status' | 'formattedDuration'>[]).map((event) => ({
    ...event,
    event_status: 'ACTIVE',
    formattedDuration: durationOf(event.slots),
  }))
}

/** '09 Mar 2027 – 10 Mar 2027': from the first day of any slot to the last. */
function durationOf(slots: AdminEvent['slots']): string {
  const [first] = slots
  const last = slots.at(-1)
  return first && last ? shownDates({ start_date: first.start_date, end_date: last.end_date }) : ''
}

function speakersOf(db: Db, eventId: Expression<number>) {
  return jsonArrayFrom(
    db
      .selectFrom('speakers')
      .select([
        'speaker_id as id',
        'event_id',
        'logo',
        'name',
        'day',
        'event_name',
        'event_details',
        'presenter_name',
        'presenter_designation',
        'presenter_details',
        'youtube_video_link',
        'contact_website',
        'contact_email',
      ])
      .where('speakers.event_id', '=', eventId)
      .orderBy('day')
      .orderBy('speaker_id'),
  )
}

function sponsorsOf(db: Db, eventId: Expression<number>) {
  return jsonArrayFrom(
    db
      .selectFrom('sponsors')
      .select([
        'sponsor_id as id',
        'event_id',
        'logo',
        'name',
        'description',
        'contact_website',
        'contact_email',
      ])
      .select([wireInstant('created_at').as('created_on'), wireInstant('updated_at').as('last_updated_on')])
      .where('sponsors.event_id', '=', eventId)
      .orderBy('sponsor_id'),
  )
}

/** The days of a slot or of a certificate, as the wire writes dates: to select from a table that has them. */
export const slotDates = [
  sql<string>`to_char(start_on, 'DD/MM/YYYY')`.as('start_date'),
  sql<string>`to_char(end_on, 'DD/MM/YYYY')`.as('end_date'),
] as const

/** The days and times of a slot. */
export const slotTimes = [
  ...slotDates,
  sql<string>`to_char(start_time, 'HH24:MI')`.as('start_time'),
  sql<string>`to_char(end_time, 'HH24:MI')`.as('end_time'),
] as const

function wireInstant(column: string) {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}
