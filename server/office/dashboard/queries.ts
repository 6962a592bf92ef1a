import { sql } from 'kysely'
import { unitedStates } from '#contract/core/countries.ts'
import { beginningOf, deadlineOf, firstDayOf, portalZone } from '#contract/core/season.ts'
import { usStates } from '#contract/core/us-states.ts'
import type {
  Dashboard,
  DashboardFigures,
  DayFigure,
  UnprintableName,
} from '#contract/office/dashboard/calls.ts'
import { hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import { planAnew } from '#server/core/db/database.ts'
import { touchesSeason } from '#server/core/db/in-season.ts'
import { isOfSeason } from '#server/events/events/queries.ts'
import { joinUrlOf, selectSlots } from '#server/events/slots/queries.ts'
import { hoursElsewhere } from '#server/ledger/credits/credit-hours-elsewhere.ts'
import { hasDaysInSeason, hoursInSeason } from '#server/ledger/credits/queries.ts'
import { nameOfUser } from '#server/people/users/queries.ts'
import { isIssueMailed } from '#server/registrations/registrations/registration-certificate.ts'
import type { Db } from '#server/services.ts'

/** Returns a season's stored figures, unless too old. */
export async function findFreshDashboard(db: Db, season: number, now: Date): Promise<Dashboard | undefined> {
  const kept = await db
    .selectFrom('dashboards')
    .select(['figures', 'countedAt'])
    .where('season', '=', season)
    .where('freshUntil', '>', now)
    .executeTakeFirst()
  return kept && { season, asOf: kept.countedAt, ...kept.figures }
}

/** Counts everything of a season from its registrations, at one instant. */
export async function countFigures(db: Db, season: number): Promise<DashboardFigures> {
  const slots = await findSlots(db, season)
  const idsOf = (isMeant: (slot: (typeof slots)[number]) => boolean) =>
    slots.filter(isMeant).map(({ eventSlotId }) => eventSlotId)
  const { counts, days, ...figures } = await count(db, season, {
    season: idsOf(({ isThisSeason }) => isThisSeason),
    lastSeason: idsOf(({ isLastSeason }) => isLastSeason),
    renewalYear: idsOf(({ startOn, endOn }) => startOn <= deadlineOf(season) && endOn >= firstDayOf(season)),
  })
  const countOf = new Map(counts.map((each) => [each.eventSlotId, each]))
  const daysOf = (isThisSeason: boolean): DayFigure[] =>
    days
      .filter((day) => day.isThisSeason === isThisSeason)
      .map(({ on, registrations }) => ({ on, registrations }))
  return {
    ...figures,
    slots: slots
      .filter(({ isThisSeason }) => isThisSeason)
      .map(({ isThisSeason: _, isLastSeason: __, webinarId, ...slot }) => ({
        ...slot,
        isWebinar: webinarId !== null,
        registrations: countOf.get(slot.eventSlotId)?.registrations ?? 0,
        joinUrls: countOf.get(slot.eventSlotId)?.joinUrls ?? 0,
      })),
    days: daysOf(true),
    lastSeasonDays: daysOf(false),
  }
}

function findSlots(db: Db, season: number) {
  return selectSlots(db)
    .select([isOfSeason(season).as('isThisSeason'), isOfSeason(season - 1).as('isLastSeason')])
    .where(({ or }) => or([isOfSeason(season), isOfSeason(season - 1), touchesSeason(season)]))
    .where('eventSlots.deletedAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .orderBy('startOn')
    .orderBy('startTime')
    .orderBy('eventSlotId')
    .execute()
}

interface Counts extends Omit<DashboardFigures, 'slots' | 'days' | 'lastSeasonDays'> {
  counts: { eventSlotId: number; registrations: number; joinUrls: number }[]
  days: (DayFigure & { isThisSeason: boolean })[]
}

type Slots = Record<'season' | 'lastSeason' | 'renewalYear', number[]>

/** Counts in one statement, so that the figures agree. */
async function count(db: Db, season: number, slots: Slots): Promise<Counts> {
  const { rows } = await sql<{ counts: Counts }>`${sql.raw(planAnew)}
    with hours as materialized (
      -- By the hour, because computing the Eastern day of each registration is slow.
      select event_slot_id, date_bin('1 hour', registered_at, timestamptz '2020-01-01 00:00Z') as hour,
        count(*) as registrations, count(certificate_code) as certificates
      from registrations r where ${heldIn([...slots.season, ...slots.lastSeason])} group by 1, 2
    ), season as (
      select * from hours where event_slot_id = any(${slots.season}::int[])
    ), linked as (
      select event_slot_id, count(${joinUrlOf('r', 's')}) as join_urls
      from registrations r join event_slots s using (event_slot_id)
      where ${heldIn(slots.season)} and webinar_id is not null group by 1
    ), days as (
      select (hour at time zone ${portalZone})::date as registered_on,
        event_slot_id = any(${slots.season}::int[]) as is_this_season, sum(registrations) as registrations
      from hours group by 1, 2
    ), people as (
      select user_id, count(*) filter (where event_slot_id = any(${slots.season}::int[])) as registrations,
        sum(${hoursInSeason(season)}) as hours
      from registrations r join event_slots using (event_slot_id)
      where ${heldIn([...slots.season, ...slots.renewalYear], hasDaysInSeason(season))} group by user_id
    ), kinds as materialized (
      select country, case when country = ${unitedStates} then state end as state,
        aopa_number is not null or is_aop_member = 'YES' as aopa, nbaa_number is not null as nbaa, vai_number is not null as vai,
        case when earned = 0 then 'none' when earned < ${hoursNeeded} then 'some' else 'enough' end as hours,
        count(*) as people, sum(registrations) as registrations
      from people join users using (user_id) left join ${hoursElsewhere(season)} elsewhere using (user_id),
        lateral (select people.hours + coalesce(elsewhere.hours, 0) as earned) total
      where registrations > 0 group by 1, 2, 3, 4, 5, 6
    ), places as (
      select country, coalesce(${stateNames}::jsonb ->> state, state) as state,
        sum(people) as people, sum(registrations) as registrations
      from kinds group by 1, 2
    )
    select jsonb_build_object(
      'counts', ${listOf(countsOfSlots)},
      'days', ${listOf(countsOfDays)},
      'people', (select coalesce(sum(people), 0) from kinds),
      'certificates', jsonb_build_object(
        'issued', (select coalesce(sum(certificates), 0) from season),
        'mailed', (select count(*) from registrations r
          where ${heldIn(slots.season)} and certificate_code is not null and ${isIssueMailed})),
      'mails', (
        select jsonb_build_object('failed', count(*) filter (where status = 'failed'),
          'givenUp', count(*) filter (where status = 'given-up'))
        from mails where status in ('failed', 'given-up') and sent_at is null
          and created_at >= ${beginningOf(season)} and created_at < ${beginningOf(season + 1)}),
      'places', ${listOf(countsOfPlaces)},
      'memberships', (select jsonb_build_object('aopa', ${peopleWho(sql`aopa`)}, 'nbaa', ${peopleWho(sql`nbaa`)},
        'vai', ${peopleWho(sql`vai`)}, 'none', ${peopleWho(sql`not (aopa or nbaa or vai)`)}) from kinds),
      'hours', (select jsonb_build_object('none', ${peopleWith('none')}, 'some', ${peopleWith('some')},
        'enough', ${peopleWith('enough')}) from kinds)
    ) as counts`.execute(db)
  return rows[0]?.counts as Counts
}

/** Selects the current registrations of these slots, and others. */
function heldIn(slotIds: number[], others = sql<boolean>`false`) {
  return sql`(r.event_slot_id = any(${slotIds}::int[]) or ${others}) and r.cancelled_at is null and r.user_id is not null`
}

const countsOfSlots = sql`
  select event_slot_id as "eventSlotId", sum(registrations) as registrations, coalesce(join_urls, 0) as "joinUrls"
  from season left join linked using (event_slot_id) group by 1, join_urls`
const countsOfDays = sql`
  select registered_on as "on", is_this_season as "isThisSeason", registrations from days order by 1`
const countsOfPlaces = sql`select * from places order by registrations desc, country, state`

function listOf(select: ReturnType<typeof sql>) {
  return sql`(select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (${select}) listed)`
}

function peopleWho(areMeant: ReturnType<typeof sql>) {
  return sql`jsonb_build_object('people', coalesce(sum(people) filter (where ${areMeant}), 0),
    'registrations', coalesce(sum(registrations) filter (where ${areMeant}), 0))`
}

function peopleWith(hours: keyof DashboardFigures['hours']) {
  return sql`coalesce(sum(people) filter (where hours = ${sql.lit(hours)}), 0)`
}

/** Counts people who entered two letters under their state's name. */
const stateNames = JSON.stringify(Object.fromEntries(usStates.map((each) => [each.abbreviation, each.name])))

const mostNamed = 10

/** Returns people with hours whose certificate waits for a printable name, by name. */
export function findUnprintable(db: Db): Promise<UnprintableName[]> {
  return db
    .selectFrom('users')
    .select(['userId', nameOfUser.as('name'), 'unprintableLetters as letters'])
    .where('unprintableLetters', '<>', '')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('registrations')
          .select('registrationId')
          .whereRef('registrations.userId', '=', 'users.userId')
          .where('hours', '>', 0)
          .where('certificateCode', 'is', null)
          .where('cancelledAt', 'is', null),
      ),
    )
    .orderBy('name')
    .limit(mostNamed)
    .execute()
}
