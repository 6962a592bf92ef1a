import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { deadlineOf, firstDayOf } from '#contract/core/season.ts'
import { mostHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { Db } from '#server/services.ts'

/** The credit that counts. */
interface StandingCredit {
  creditId: number
  hours: number
  /** The days on which they were earned; null in credits from before days were stored. */
  byDay: DayHours[] | null
  /** Whether a person has decided it, not the rule. */
  isDecided: boolean
  decidedBy: string | null
}

/** Finds the credit of a registration that counts. */
export async function findStandingCredit(db: Db, registrationId: number) {
  const { rows } = await sql<StandingCredit>`
    select credit_id, hours, by_day, is_decided, standing.decided_by
    from standing_credit(${registrationId}) standing join credits using (credit_id)`.execute(db)
  return rows[0]
}

/** Finds the newest row of a registration's ledger. It may be a release, which is not a credit. */
export function findNewestDecision(db: Db, registrationId: number) {
  return db
    .selectFrom('credits')
    .select(['creditId', 'decidedAt', 'mailsCorrection', 'creditFindingId'])
    .where('registrationId', '=', registrationId)
    .orderBy('creditId', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Tells in SQL whether a person's decision stands. */
export function isDecided(registrationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select is_decided from standing_credit(${registrationId})), false)`
}

/** Returns in SQL the hours that count once a person's decision is released; null if none stands. */
export function ruleHours(registrationId: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`case when ${isDecided(registrationId)} then coalesce((
    select minutes / 60 from credits rule where rule.registration_id = ${registrationId} and act = 'set' and source = 'attendance'
    order by credit_id desc limit 1), 0) end`
}

/** Tells in SQL whether the row of `credits` in the query is the credit that counts. After a release, none may count. */
const isStanding = sql<boolean>`credits.credit_id is not distinct from (select credit_id from standing_credit(credits.registration_id))`

/**
 * Returns in SQL how many hours of the registration and slot in the query belong to a renewal year, as the contract's `hoursInSeason`: by
 * the days of the credit, wherever the slot lies. Credits from before days were stored have none; only their slots that span two years look
 * a finding up. So that no hours are lost, a query does not choose registrations by their slot's days alone (`hasDaysInSeason`).
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

/** Tells in SQL whether the registration in the query has credit on a day of a renewal year. Without stored days, false. */
export function hasDaysInSeason(season: number): RawBuilder<boolean> {
  const path = `$[*] ? (@.on >= "${firstDayOf(season)}" && @.on <= "${deadlineOf(season)}")`
  return sql<boolean>`coalesce(credited_days @? ${sql.lit(path)}::jsonpath, false)`
}

/** Finds the hours by renewal year of those of these registrations whose standing credit a finding gave. */
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
 * Tells in SQL whether the registration in the query, with its slot as `slot`, belongs to the records of a renewal year: by the days of its
 * slot, or by those of its credit.
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
