import { sql } from 'kysely'
import { seasonOfDay } from '#contract/core/season.ts'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import { creditHoursOf, isInPerson } from '#contract/events/events/facts.ts'
import { hoursBySeason } from '#contract/events/slots/hours-by-day.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import type { HeldRegistration } from '#contract/registrations/registrations/calls.ts'
import { joinLink } from '#contract/webinars/webinars/joins.ts'
import { joinUrlOf } from '#server/events/slots/queries.ts'
import { findHoursBySeason } from '#server/ledger/credits/queries.ts'
import type { Db, Services, Tx } from '#server/services.ts'
import type { RegistrationFacts, ToldSlot } from './mails.ts'

/** Returns a person's registrations, in order of time. */
export async function findRegisteredEvents(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
): Promise<HeldRegistration[]> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['registrationId', 'registrations.eventId', 'registrations.eventSlotId', 'joinCode'])
    .select(joinUrlOf().as('joinUrl'))
    .select(['certificateCode', 'hours', 'creditedDays', 'registrations.version'])
    .select(['focusName', 'eventSlots.focusId'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks', 'isInPerson'])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .orderBy('startOn')
    .execute()
  const spanning = rows.filter(
    ({ startOn, endOn, creditedDays }) => !creditedDays && seasonOfDay(startOn) !== seasonOfDay(endOn),
  )
  const splits = await findHoursBySeason(
    db,
    spanning.map(({ registrationId }) => registrationId),
  )
  return rows.map(({ certificateCode, joinCode, creditedDays, ...row }) => ({
    ...row,
    isInPerson: isInPerson(row),
    byDay: creditedDays ?? undefined,
    hoursBySeason: creditedDays ? hoursBySeason(creditedDays) : splits.get(row.registrationId),
    creditHours: creditHoursOf(row),
    hasJoinUrl: row.joinUrl !== null,
    joinUrl: row.joinUrl && joinLink(config.publicUrl, { ...row, joinCode }),
    certificateLink: certificateLink(config.publicUrl, certificateCode),
  }))
}

/**
 * Returns the facts for mails about these registrations, canceled or not as requested. Locks them until the
 * transaction ends, in the order in which people register.
 */
export function lockRegistrationFacts(
  tx: Tx,
  registrationIds: number[],
  { isCanceled = false } = {},
): Promise<RegistrationFacts[]> {
  return tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['registrationId', 'moves', 'schedule', 'joinCode', 'users.userId'])
    .select(['firstName', 'lastName', 'email', 'companyName', 'eventName', 'venue', 'focusName'])
    .select(['isInPerson', 'facts'])
    .select(['registrations.eventId', 'registrations.eventSlotId', 'eventSlots.focusId'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks'])
    .where(sql<boolean>`registration_id = any(${registrationIds}::int[])`)
    .where('cancelledAt', isCanceled ? 'is not' : 'is', null)
    .orderBy('users.userId')
    .orderBy('registrations.eventId')
    .forNoKeyUpdate('registrations')
    .execute()
}

/** Returns the slot in each registration's last confirmation, with its time and place then, by registration id. */
export async function findToldSlots(tx: Tx, registrationIds: number[]): Promise<Map<number, ToldSlot>> {
  const rows = await tx
    .selectFrom('confirmations')
    .select(['registrationId', 'eventSlotId', 'confirmedAt', 'startOn', 'endOn', 'startTime', 'endTime'])
    .select(['venue', 'isInPerson'])
    .where(sql<boolean>`registration_id = any(${registrationIds}::int[])`)
    .execute()
  return new Map(rows.map(({ registrationId, ...told }) => [registrationId, told]))
}

/** Returns the query of a person's registrations, latest first. */
export function registrationsOf(db: Db, userId: string) {
  return db
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['registrationId', 'eventName', 'focusName', 'startOn', 'endOn', 'startTime', 'endTime'])
    .select(['registeredAt', 'cancelledAt as canceledAt', 'hours', 'creditedDays as byDay'])
    .where('userId', '=', userId)
    .orderBy('startOn', 'desc')
    .orderBy('registrationId', 'desc')
}

/** Returns everything about a person's registrations, latest first. */
export async function findRegistrationsOf(db: Db, userId: string, now: Date) {
  const rows = await registrationsOf(db, userId)
    .select(['focuses.focusId', 'venue', 'isInPerson', 'moves'])
    .select(sql<string | null>`case when cancelled_at is null then ${joinUrlOf()} end`.as('joinUrl'))
    .execute()
  return rows.map((row) => {
    const state = row.canceledAt ? 'canceled' : hasEnded(row, now) ? 'past' : 'coming'
    return { ...row, state } as const
  })
}
