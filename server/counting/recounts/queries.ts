import { sql } from 'kysely'
import type { RecountAlarm } from '#contract/counting/recounts/calls.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

/** Returns the settled slot that was not recounted for the longest time; undefined if none is settled. */
export async function findLongestAgo(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('slotCounts')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'slotCounts.eventSlotId')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('slotRecounts')
          .select('recountedAt')
          .whereRef('slotRecounts.eventSlotId', '=', 'slotCounts.eventSlotId')
          .orderBy('recountedAt', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select('slotCounts.eventSlotId')
    .where('isSettled', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy(sql`last.recounted_at nulls first`)
    .orderBy('slotCounts.eventSlotId')
    .limit(1)
    .executeTakeFirst()
  return row?.eventSlotId
}

/** Returns the recounts with differences that nobody has reviewed yet, newest first. */
export async function findAlarms(db: Db): Promise<RecountAlarm[]> {
  const rows = await db
    .selectFrom('slotRecounts')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'slotRecounts.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['slotRecountId as recountId', 'events.eventId', 'eventName', 'slotRecounts.eventSlotId'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'recountedAt', 'people', 'differences'])
    .where(isAlarming)
    .orderBy('slotRecountId', 'desc')
    .execute()
  const ids = rows.flatMap(({ differences }) => differences.map(({ registrationId }) => registrationId))
  const people = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['registrationId', nameOrEmailOf<string>().as('name')])
    .where(sql<boolean>`registration_id = any(${ids}::integer[])`)
    .execute()
  const names = new Map(people.map(({ registrationId, name }) => [registrationId, name]))
  return rows.map(({ startOn, endOn, startTime, endTime, differences, ...alarm }) => ({
    ...alarm,
    slot: { startOn, endOn, startTime, endTime },
    differences: differences.map((each) => ({ ...each, name: names.get(each.registrationId) ?? '' })),
  }))
}

const isAlarming = sql<boolean>`differences <> '[]' and seen_at is null`

/** Counts the recounts by result. */
export async function countRecounts(db: Db): Promise<{ equal: number; different: number; unseen: number }> {
  const { rows } = await sql<{ equal: number; different: number; unseen: number }>`
    select count(*) filter (where differences = '[]')::int as equal,
      count(*) filter (where differences <> '[]')::int as different,
      count(*) filter (where ${isAlarming})::int as unseen
    from slot_recounts`.execute(db)
  return rows[0] ?? { equal: 0, different: 0, unseen: 0 }
}
