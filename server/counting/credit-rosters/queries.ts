import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { deadlineOf, firstDayOf, seasonLabel } from '#contract/core/season.ts'
import type { DueRoster, RosterRow, RosterScope } from '#contract/counting/credit-rosters/calls.ts'
import type { ReportedCredit, RosterReport } from '#contract/counting/credit-rosters/rows.ts'
import { changeOf } from '#contract/counting/credit-rosters/rows.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import { hasDaysInSeason } from '#server/ledger/credits/queries.ts'
import { nameOfUser, nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

/** Returns a roster's rows by name, in one query, with the hash of its differences. */
export async function findRoster(db: Db, scope: RosterScope): Promise<{ rows: RosterRow[]; state: string }> {
  const { rows } = await sql<RosterRow>`
    with ${paired(isInScope(scope))}
    select registration_id, events.event_id, event_name, slot.event_slot_id, start_on, end_on, was, now
    from pairs join event_slots slot using (event_slot_id) join events on events.event_id = slot.event_id
    order by lower(coalesce(now, was)->>'name'), registration_id`.execute(db)
  return {
    rows,
    state: createHash('sha256')
      .update(JSON.stringify(rows.filter(changeOf)))
      .digest('hex'),
  }
}

/** Returns the reports with rows of a scope, newest first. */
export async function findReports(db: Db, scope: RosterScope): Promise<RosterReport[]> {
  const { rows } = await sql<RosterReport>`
    select reported_at, coalesce(${nameOrEmailOf()}, '') as reported_by, count(*)::int as rows
    from (select *, nullif(content->'byDay', 'null') as credited_days from credit_roster_rows) reported
    join credit_rosters roster using (credit_roster_id) join event_slots slot using (event_slot_id)
    left join users on users.user_id = reported_by
    where ${isInScope(scope)} group by roster.credit_roster_id, users.user_id
    order by roster.credit_roster_id desc`.execute(db)
  return rows
}

/**
 * Returns the events with credits that differ from what was reported, in order of time. Considers slots that
 * ended in this renewal year or in the month before it.
 */
export async function findDueRosters(db: Db, season: number): Promise<DueRoster[]> {
  const isRecent = sql<boolean>`slot.end_on >= ${addDays(firstDayOf(season), -31)}::date`
  const { rows } = await sql<DueRoster>`
    with ${paired(isRecent)}
    select event_id, event_name, count(*) filter (where now is distinct from was)::int as differences,
      bool_or(was is not null) as is_reported
    from pairs join event_slots slot using (event_slot_id) join events using (event_id)
    group by event_id, event_name having bool_or(now is distinct from was) order by min(start_on), event_id`.execute(
    db,
  )
  return rows
}

/** Returns a scope's event and its words in the history. Refuses with EVENT_NOT_FOUND or SLOT_NOT_FOUND. */
export async function findScope(
  db: Db,
  { eventId, eventSlotId, year = 0 }: RosterScope,
): Promise<{ eventId?: number; name: string }> {
  if (eventSlotId !== undefined) {
    const slot = await findSlot(db, eventSlotId)
    if (!slot) throw new Refusal('SLOT_NOT_FOUND')
    return { eventId: slot.eventId, name: shownTimeslot(slot) }
  }
  if (eventId === undefined) return { name: `Renewal year ${seasonLabel(year)}` }
  const event = await db
    .selectFrom('events')
    .select('eventName')
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow(refusing('EVENT_NOT_FOUND'))
  return { eventId, name: event.eventName }
}

/** A row of a person's download: what was reported about them. */
export interface ReportedRow {
  eventName: string
  reportedAt: Date
  content: ReportedCredit | null
}

/** Returns all that was reported about a person, newest first. */
export async function findReportedRows(db: Db, userId: string): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    select event_name, reported_at, content
    from credit_roster_rows join credit_rosters using (credit_roster_id)
    join registrations using (registration_id) join events using (event_id)
    where user_id = ${userId} order by credit_roster_id desc, registration_id`.execute(db)
  return rows
}

/**
 * Returns SQL for `with`: `pairs` of each registration's current credit and its last report, both as
 * ReportedCredit. `isMeant` chooses by `slot` and `credited_days`. A registration that moved since it was
 * reported belongs to its current slot, and without a credit to the reported one.
 */
function paired(isMeant: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`latest as materialized (
      select distinct on (registration_id) registration_id, event_slot_id, content, nullif(content->'byDay', 'null') as credited_days
      from credit_roster_rows order by registration_id, credit_roster_id desc
    ), held as materialized (
      select registration_id, user_id, event_slot_id, hours, credited_days
      from registrations join event_slots slot using (event_id, event_slot_id)
      where hours > 0 and cancelled_at is null and ${isMeant}
    ), known as (
      select registration_id from latest join event_slots slot using (event_slot_id) where content is not null and ${isMeant}
    ), pairs as (
      select registration_id, coalesce(held.event_slot_id, latest.event_slot_id) as event_slot_id, latest.content as was,
        case when held.registration_id is not null then jsonb_build_object(
          'name', coalesce(nullif(printed_name, ''), ${nameIfAny}, latest.content->>'name', (
            select person_name from certificates issued where issued.registration_id = held.registration_id
            order by issue desc limit 1), ''),
          'email', coalesce(nullif(faa_safety_email, ''), email, ''), 'hours', held.hours, 'byDay', held.credited_days,
          'courseNumber', coalesce(trim(course_number), '')) end as now
      from (select registration_id from held union select registration_id from known) listed
      left join held using (registration_id) left join latest using (registration_id)
      left join users on users.user_id = held.user_id
      left join event_slots held_slot on held_slot.event_slot_id = held.event_slot_id
      left join events on events.event_id = held_slot.event_id
    )`
}

const nameIfAny = sql`nullif(${nameOfUser}, '')`

function isInScope({ eventId, eventSlotId, year }: RosterScope): RawBuilder<boolean> {
  if (eventSlotId !== undefined) return sql`slot.event_slot_id = ${eventSlotId}`
  if (eventId !== undefined) return sql`slot.event_id = ${eventId}`
  const [first, last]: PlainDate[] = [firstDayOf(year ?? 0), deadlineOf(year ?? 0)]
  return sql`case when credited_days is not null then ${hasDaysInSeason(year ?? 0)}
    else slot.start_on <= ${last}::date and slot.end_on >= ${first}::date end`
}
