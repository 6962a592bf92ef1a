import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { ActivityEntry, getActivities } from '#contract/foundation/activities/calls.ts'
import { activitiesAtOnce, decisive } from '#contract/foundation/activities/calls.ts'
import type { RestorationFacts } from '#contract/registrations/registrations/rules.ts'
import { restorationRefusal } from '#contract/registrations/registrations/rules.ts'
import type { Db, Services } from '#server/services.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import { changesOf } from './activity-changes.ts'

type Filter = Input<typeof getActivities>['query']

/** Returns a filter's newest activities, and if there are older ones. */
export async function findActivities(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  filter: Filter,
): Promise<Data<typeof getActivities>> {
  const people = filter.search?.trim() ? await findPeople(db, filter.search) : undefined
  if (people?.length === 0) return { activities: [], hasMore: false }
  const about = filter.userId === undefined ? undefined : await withMerged(db, [filter.userId])
  const found = await findEntries(db, clock(), conditionsOf(filter, about, people), activitiesAtOnce + 1)
  return { activities: found.slice(0, activitiesAtOnce), hasMore: found.length > activitiesAtOnce }
}

/** The subject of decisive activities; its version counts them. */
export type Subject =
  | { registrationId: number }
  | { userId: string }
  | { eventId: number }
  | { eventSlotId: number }
  | { speakerId: number }
  | { sponsorId: number }
  | { activity: 'provider-changed' | 'brand-changed' }

/** Returns a subject's newest decisive activities. */
export function findDecisions(db: Db, subject: Subject, count: number): Promise<ActivityEntry[]> {
  return findEntries(db, new Date(), [isAbout(subject), sql`activity = any(${decisive}::text[])`], count)
}

function isAbout(subject: Subject): RawBuilder<unknown> {
  if ('registrationId' in subject) return sql`a.registration_id = ${subject.registrationId}`
  if ('userId' in subject) return sql`a.user_id = ${subject.userId}`
  if ('eventId' in subject) return sql`a.event_id = ${subject.eventId} and activity like 'event-%'`
  if ('activity' in subject) return sql`activity = ${subject.activity}`
  // A part of an event. An index has these few activities by kind.
  const [part, id] = Object.entries(subject)[0] as [string, number]
  const kinds = partKinds[part as keyof typeof partKinds]
  return sql`activity = any(${kinds}::text[]) and details ->> ${part} = ${String(id)}`
}

const partKinds = {
  eventSlotId: ['slot-changed', 'slot-deleted'],
  speakerId: ['speaker-changed', 'speaker-deleted'],
  sponsorId: ['sponsor-changed', 'sponsor-deleted'],
} as const

/** Returns the details of a registration's deletion; undefined if its person canceled it. */
export async function findDeletion(db: Db, registrationId: number): Promise<ActivityDetails | undefined> {
  const ending = await db
    .selectFrom('activities')
    .select(['activity', 'details'])
    .where('registrationId', '=', registrationId)
    .where('activity', 'in', ['cancelled', 'deleted'])
    .orderBy('activityId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ending?.activity === 'deleted' ? ending.details : undefined
}

/** The minutes that the newest deletion of registration `r` withdrew, in SQL. */
export const withdrawnMinutes = sql`(
  select (details->>'minutes')::int from activities
  where activities.registration_id = r.registration_id and activity = 'deleted' order by activity_id desc limit 1)`

async function findEntries(
  db: Db,
  now: Date,
  conditions: RawBuilder<unknown>[],
  count: number,
): Promise<ActivityEntry[]> {
  const { rows } = await sql<Row>`
    select activity_id, activity, acted_at, details, a.registration_id,
      actor.user_id as actor_id, trim(actor.first_name || ' ' || actor.last_name) as actor_name, actor.email as actor_email,
      person.user_id as person_id, trim(person.first_name || ' ' || person.last_name) as person_name, person.email as person_email,
      a.event_id, event_name, ${restorationFacts}
    from activities a
    left join registrations r using (registration_id)
    left join event_slots s on s.event_slot_id = r.event_slot_id
    left join users acting on acting.user_id = acted_by
    left join users actor on actor.user_id = coalesce(acting.merged_into, acting.user_id)
    left join users told on told.user_id = coalesce(a.user_id, r.user_id)
    left join users person on person.user_id = coalesce(told.merged_into, told.user_id)
    left join events e on e.event_id = a.event_id
    where ${sql.join(conditions, sql` and `)}
    order by activity_id desc limit ${count}`.execute(db)
  const slots = await findSlots(db, rows)
  return rows.map((row) => entryOf(row, slots, now))
}

/** Selects the facts of `restorationRefusal` about registration `r`, its slot `s` and its event `e`. */
export const restorationFacts = sql`
  r.cancelled_at, s.deleted_at is not null or e.deleted_at is not null as is_slot_deleted,
  exists (
    select from registrations other where other.user_id = r.user_id and other.event_id = r.event_id
      and other.cancelled_at is null and other.registration_id <> r.registration_id
  ) as is_registered_again`

interface Row
  extends RestorationFacts,
    Pick<ActivityEntry, 'activityId' | 'activity' | 'actedAt' | 'registrationId'> {
  details: ActivityDetails
  actorId: string | null
  actorName: string
  actorEmail: string
  personId: string | null
  personName: string
  personEmail: string
  eventId: number | null
  eventName: string
}

function conditionsOf(
  { eventId, registrationId, activity, before }: Filter,
  about: string[] | undefined,
  people: string[] | undefined,
): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(before === undefined ? [] : [sql`activity_id < ${before}`]),
    ...(activity === undefined ? [] : [sql`activity = ${activity}`]),
    ...(eventId === undefined ? [] : [sql`a.event_id = ${eventId}`]),
    ...(registrationId === undefined ? [] : [sql`a.registration_id = ${registrationId}`]),
    ...(about === undefined ? [] : [aboutPeople(about)]),
    ...(people === undefined ? [] : [sql`(${aboutPeople(people)} or acted_by = any(${people}::uuid[]))`]),
  ]
}

/** Selects activities about people. Each part of the `or` has its own index. */
function aboutPeople(people: string[]): RawBuilder<unknown> {
  return sql`(a.user_id = any(${people}::uuid[]) or a.registration_id = any(
    array(select registration_id from registrations where user_id = any(${people}::uuid[]))))`
}

/** The most people in a search by name or email. */
const mostPeople = 100

async function findPeople(db: Db, search: string) {
  const { rows } = await sql<{ userId: string }>`
    (select user_id from users where search_text like all (search_patterns(${search})) limit ${mostPeople})
    union
    select kept_id from account_merges where undone_at is null and absorbed_email = lower(trim(${search}))`.execute(
    db,
  )
  return withMerged(
    db,
    rows.map(({ userId }) => userId),
  )
}

/** Adds the accounts that were merged into these; their history counts as the same person's. */
export async function withMerged(db: Db, people: string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from users where merged_into = any(${people}::uuid[])`.execute(db)
  return [...people, ...rows.map(({ userId }) => userId)]
}

type Slots = Map<number, SlotTime & { focusName: string }>

async function findSlots(db: Db, rows: { details: ActivityDetails }[]): Promise<Slots> {
  const ids = rows
    .flatMap(({ details: { fromSlotId, toSlotId, eventSlotId } }) => [fromSlotId, toSlotId, eventSlotId])
    .filter((id) => id != null)
  if (ids.length === 0) return new Map()
  const slots = await db
    .selectFrom('eventSlots')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['eventSlotId', 'focusName', 'startOn', 'endOn', 'startTime', 'endTime'])
    .where('eventSlotId', 'in', ids)
    .execute()
  return new Map(slots.map((slot) => [slot.eventSlotId, slot]))
}

function entryOf(row: Row, slots: Slots, now: Date): ActivityEntry {
  const { activity, details, personId, eventId, eventName } = row
  const isEnding = activity === 'deleted' || activity === 'cancelled'
  return {
    ...row,
    actedBy: named(row.actorId, row.actorName, row.actorEmail),
    person: named(personId, row.personName, row.personEmail),
    event: eventId === null ? null : { eventId, eventName },
    changes: changesOf(details, slots),
    item: itemOf(details, slots),
    reason: details.reason ?? '',
    apiKey: details.apiKey,
    isRestorable: isEnding && personId !== null && restorationRefusal(row, now) === undefined,
  }
}

function itemOf({ eventSlotId, rule, sha256, ...details }: ActivityDetails, slots: Slots) {
  const slot = eventSlotId === undefined ? undefined : slots.get(eventSlotId)
  const item = details.item ?? (slot && shownTimeslot(slot))
  if (rule !== undefined && item === undefined) return `Credit rules: ${rule}`
  return [item, sha256 && `SHA-256 ${sha256}`].filter(Boolean).join(', ')
}

function named(userId: string | null, name: string, email: string): ActivityEntry['person'] {
  return userId === null ? null : { userId, name, email }
}

/** Returns the whole history of a person and their registrations, newest first. */
export async function findActivitiesOf(
  db: Db,
  { userId, registrationIds }: { userId: string; registrationIds: number[] },
) {
  const userIds = await withMerged(db, [userId])
  return (
    db
      .selectFrom('activities')
      .leftJoin('events', 'events.eventId', 'activities.eventId')
      .select(['activities.registrationId', 'eventName', 'activity', 'details', 'actedAt'])
      .select(
        sql<'you' | 'the portal' | 'an administrator'>`case
        when acted_by is null then 'the portal' when acted_by = ${userId} then 'you' else 'an administrator' end`.as(
          'by',
        ),
      )
      // With lists instead of subqueries, PostgreSQL reads two indexes instead of the whole history.
      .where(
        sql<boolean>`(activities.user_id = any(${userIds}::uuid[]) or activities.registration_id = any(${registrationIds}::int[]))`,
      )
      .orderBy('activityId', 'desc')
      .execute()
  )
}
