import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { deadlineOf, firstDayOf } from '#contract/core/season.ts'
import { mostHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { Db } from '#server/services.ts'

interface StandingCredit {
  creditId: number
  hours: number
  /** The days that earned them; null in credits from before days were stored. */
  byDay: DayHours[] | null
  /** An administrator decided it, not the rule. */
  isDecided: boolean
  decidedBy: string | null
}

/** Returns a registration's standing credit. */
export async function findStandingCredit(db: Db, registrationId: number) {
  const { rows } = await sql<StandingCredit>`
    select credit_id, hours, by_day, is_decided, standing.decided_by
    from standing_credit(${registrationId}) standing join credits using (credit_id)`.execute(db)
  return rows[0]
}

/** Returns the newest row of a registration's ledger, which may be a return to automatic hours. */
export function findNewestDecision(db: Db, registrationId: number) {
  return db
    .selectFrom('credits')
    .select(['creditId', 'decidedAt', 'mailsCorrection', 'creditFindingId'])
    .where('registrationId', '=', registrationId)
    .orderBy('creditId', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns SQL: true if a manual credit is valid. */
export function isDecided(registrationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select is_decided from standing_credit(${registrationId})), false)`
}

/**
 * SQL: true if an administrator decided about the standing credit `own`, also by an undo of the rule's credit,
 * until a return to automatic hours.
 */
export const isOwnDecided = sql<boolean>`(own.is_decided or exists (
  select from credits undone where undone.credit_id = own.credit_id and undone.reversal = 'undo' and not exists (
    select from credits given where given.registration_id = undone.registration_id and given.credit_id > undone.credit_id
      and given.act = 'release' and given.reversal is null)))`

/** Returns SQL: the hours after a return to automatic hours; null without a manual credit. */
export function ruleHours(registrationId: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`case when ${isDecided(registrationId)} then coalesce((
    select minutes / 60 from credits rule where rule.registration_id = ${registrationId} and act = 'set' and source = 'attendance'
    order by credit_id desc limit 1), 0) end`
}

/**
 * SQL: true if the query's row of `credits` is the standing credit. After a return to automatic hours, there may
 * be none.
 */
const isStanding = sql<boolean>`credits.credit_id is not distinct from (select credit_id from standing_credit(credits.registration_id))`

/**
 * Returns SQL: how many hours of the query's registration and slot belong to a renewal year, like the
 * contract's `hoursInSeason`. The credit's days decide, wherever the slot lies. Credits from before days were
 * stored have none; only if their slot spans two years is a finding looked up. So that no hours are lost, a
 * query must not choose registrations by their slot's days alone (`hasDaysInSeason`).
 */
export function hoursInSeason(season: number): RawBuilder<number> {
  const [first, last] = [sql`${firstDayOf(season)}::date`, sql`${deadlineOf(season)}::date`]
  const ofDay = sql`least(${sql.lit(mostHours)}, courses_of_day(start_time, end_time, breaks, 1))`
  const reached = (days: RawBuilder<unknown>) =>
    sql`case when ${days} <= 0 then 0 when ${days} > end_on - start_on then hours else least(hours, ${days} * ${ofDay}) end`
  const [before, until] = [sql`(${first} - start_on)`, sql`(${last} - start_on + 1)`]
  const noHours = JSON.stringify({ [season]: 0 })
  return sql<number>`case
    when credited_days is not null then (
      select coalesce(sum((day->>'hours')::int), 0)::int from jsonb_array_elements(credited_days) day
      where (day->>'on')::date between ${first} and ${last})
    when start_on >= ${first} and end_on <= ${last} then hours
    when start_on > ${last} or end_on < ${first} then 0
    else coalesce(((${noHours}::jsonb || found_hours_by_season(registration_id))->>${String(season)}::text)::int,
      ${reached(until)} - ${reached(before)}) end`
}

/** Returns SQL: true if the query's registration has credit on a day of a renewal year; false without stored days. */
export function hasDaysInSeason(season: number): RawBuilder<boolean> {
  const path = `$[*] ? (@.on >= "${firstDayOf(season)}" && @.on <= "${deadlineOf(season)}")`
  return sql<boolean>`coalesce(credited_days @? ${sql.lit(path)}::jsonpath, false)`
}

/** Returns the hours by renewal year of these registrations, if a finding gave their standing credit. */
export async function findHoursBySeason(
  db: Db,
  registrationIds: number[],
): Promise<Map<number, Record<string, number>>> {
  if (registrationIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; found: Record<string, number> }>`
    select id, found from unnest(${registrationIds}::int[]) id cross join found_hours_by_season(id) found
    where found is not null`.execute(db)
  return new Map(rows.map(({ id, found }) => [id, found]))
}

/**
 * Returns SQL: true if the query's registration, with its slot as `slot`, belongs to the records of a renewal
 * year, by its slot's or its credit's days.
 */
export function isOfSeason(season: number): RawBuilder<boolean> {
  return sql<boolean>`(slot.start_on <= ${deadlineOf(season)}::date and slot.end_on >= ${firstDayOf(season)}::date
    or ${hasDaysInSeason(season)})`
}

/** Returns the query of a person's credits, newest first. */
export function creditsOf(db: Db, userId: string) {
  return db
    .selectFrom('credits')
    .innerJoin('registrations', 'registrations.registrationId', 'credits.registrationId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['eventName', 'act', 'minutes', 'byDay', 'source', 'reason', 'decidedAt'])
    .select(isStanding.as('isStanding'))
    .where('registrations.userId', '=', userId)
    .orderBy('creditId', 'desc')
}

/** Returns a person's credits, newest first, each with the name or email of its decider; '' for none. */
export async function findCreditRecord(db: Db, userId: string) {
  const rows = await creditsOf(db, userId)
    .leftJoin('users', 'users.userId', 'decidedBy')
    .select(
      sql<string>`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email, '')`.as(
        'decidedBy',
      ),
    )
    .execute()
  return rows.map(({ minutes, ...credit }) => ({ ...credit, hours: Math.floor(minutes / 60) }))
}
