import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { usStates } from '#contract/core/us-states.ts'
import type { RegistrationFilter } from '#contract/registration-lists/rows.ts'
import { hoursNeeded } from '#contract/registrations/renewal-years.ts'
import { inSeason } from '#server/core/db/in-season.ts'

/** What a filter asks of a person of the table `u`, besides its words. */
export function peopleConditions(
  { country, state, membership, credited }: RegistrationFilter,
  season: number,
): RawBuilder<unknown>[] {
  return [
    ...(country === undefined ? [] : [sql`u.country = ${country}`]),
    ...(state === undefined ? [] : [sql`u.state = any(${namesOf(state)}::text[])`]),
    ...(membership === undefined ? [] : [memberships[membership]]),
    ...(credited === undefined ? [] : [sql`${hoursIn(season)} ${creditedHours[credited]}`]),
  ]
}

/** What a filter asks of a registration of the table `r`. */
export function registrationConditions({ certificate, joinUrl }: RegistrationFilter): RawBuilder<unknown>[] {
  return [
    ...(certificate === undefined ? [] : [certificates[certificate]]),
    ...(joinUrl === undefined ? [] : [sql`${own('join_url')} is null`]),
  ]
}

const isAopa = sql`(u.aopa_number is not null or u.is_aop_member = 'YES')`

const memberships = {
  aopa: isAopa,
  nbaa: sql`u.nbaa_number is not null`,
  vai: sql`u.vai_number is not null`,
  none: sql`not (${isAopa} or u.nbaa_number is not null or u.vai_number is not null)`,
}

const certificates = {
  none: sql`${own('certificate_code')} is null`,
  issued: sql`${own('certificate_code')} is not null`,
  mailed: sql`(${own('certificate_code')} is not null and exists (
    select from certificate_mails sent join mails using (mail_id)
    where sent.registration_id = r.registration_id and status = 'sent'))`,
}

const creditedHours = {
  none: sql`= 0`,
  some: sql`between 1 and ${sql.lit(hoursNeeded - 1)}`,
  enough: sql`>= ${sql.lit(hoursNeeded)}`,
  short: sql`< ${sql.lit(hoursNeeded)}`,
}

/** A column of the registration itself, wherever no more than its id is at hand. */
function own(column: string): RawBuilder<unknown> {
  return sql`(select ${sql.ref(`own.${column}`)} from registrations own where own.registration_id = r.registration_id)`
}

/** The hours that a person has earned in a renewal year. */
function hoursIn(season: number): RawBuilder<unknown> {
  return sql`(
    select coalesce(sum(held.hours), 0) from registrations held join event_slots day using (event_slot_id)
    where held.user_id = u.user_id and held.cancelled_at is null
      and ${inSeason(sql.ref('day.startOn'), season)}
  )`
}

/** Those who gave two letters live in the same state. */
function namesOf(state: string): string[] {
  const known = usStates.find(({ name }) => name === state)
  return known ? [known.name, known.abbreviation] : [state]
}
