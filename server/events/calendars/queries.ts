import { sql } from 'kysely'
import { firstDayOf, seasonYears } from '#contract/core/season.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { findFrom } from '#server/foundation/training-providers/queries.ts'
import type { Db, Services } from '#server/services.ts'
import type { CalendarEntry, House, WaitingEntry } from './calendar-file.ts'

/** Returns the current organizer of calendar files. */
export async function findHouse(db: Db, config: Services['config']): Promise<House> {
  return { publicUrl: config.publicUrl, from: await findFrom(db, config) }
}

/** A registration in a published calendar, with its last change. */
export type PublishedEntry = CalendarEntry & { changedAt: Date }

/** Returns a calendar's registrations of its two seasons, in order of time. Refuses with CALENDAR_NOT_FOUND. */
export async function getCalendar(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  code: string,
): Promise<PublishedEntry[]> {
  const { config, clock } = services
  const [firstYear] = seasonYears(config.season(clock())).registered
  return heldBy(services, await ownerOf(services, code))
    .where('startOn', '>=', firstDayOf(firstYear as number))
    .orderBy('startOn')
    .orderBy('registrationId')
    .execute()
}

/** Returns the slots that a calendar's owner waits for, in order of time. Refuses with CALENDAR_NOT_FOUND. */
export async function getWaiting(
  services: Pick<Services, 'db'>,
  code: string,
): Promise<(WaitingEntry & { changedAt: Date })[]> {
  const userId = await ownerOf(services, code)
  return services.db
    .selectFrom('waitlistEntries')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'waitlistEntries.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['waitlistEntryId', 'schedule', 'eventName', 'eventSlots.focusId', 'focusName'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'venue', 'isInPerson', 'facts'])
    .select('joinedAt as changedAt')
    .where('userId', '=', userId)
    .where('state', 'in', ['waiting', 'offered'])
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('startOn')
    .orderBy('waitlistEntryId')
    .execute()
}

/** Returns one registration in a calendar. Refuses with CALENDAR_NOT_FOUND or REGISTRATION_NOT_FOUND. */
export async function getCalendarEntry(
  services: Pick<Services, 'db'>,
  code: string,
  registrationId: number,
): Promise<PublishedEntry> {
  return heldBy(services, await ownerOf(services, code))
    .where('registrationId', '=', registrationId)
    .executeTakeFirstOrThrow(refusing('REGISTRATION_NOT_FOUND'))
}

async function ownerOf({ db }: Pick<Services, 'db'>, code: string) {
  const owner = await db
    .selectFrom('calendars')
    .innerJoin('users', 'users.userId', 'calendars.userId')
    // The calendar of an absorbed account shows the whole surviving account.
    .select((row) => row.fn.coalesce('mergedInto', 'users.userId').as('userId'))
    .where('code', '=', code)
    .executeTakeFirstOrThrow(refusing('CALENDAR_NOT_FOUND'))
  return owner.userId
}

const changedAt = sql<Date>`(
  select max(acted_at) from activities
  where activities.registration_id = registrations.registration_id and activity in ('registered', 'moved', 'rescheduled')
)`.as('changedAt')

function heldBy({ db }: Pick<Services, 'db'>, userId: string) {
  return db
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['registrationId', 'moves', 'schedule', 'eventName', 'eventSlots.focusId', 'focusName'])
    .select(['joinCode'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks', 'venue', 'isInPerson', 'facts', changedAt])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
}

/** Returns true if a person has a calendar with a secret address. */
export async function hasCalendar(db: Db, userId: string): Promise<boolean> {
  const calendar = await db
    .selectFrom('calendars')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return calendar !== undefined
}
