import { sql } from 'kysely'
import { seasonOfDay } from '#contract/core/season.ts'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import { creditHoursOf, isInPerson } from '#contract/events/events/facts.ts'
import { hoursBySeason } from '#contract/events/slots/hours-by-day.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import type { HeldRegistration } from '#contract/registrations/registrations/calls.ts'
import { restorationRefusal } from '#contract/registrations/registrations/rules.ts'
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
    .select(['eventName', 'focusName', 'eventSlots.focusId'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks', 'isInPerson'])
    .select(
      sql<Date | null>`(
        select case when content is not null then reported_at end
        from credit_roster_rows reported join credit_rosters using (credit_roster_id)
        where reported.registration_id = registrations.registration_id order by credit_roster_id desc limit 1)`.as(
        'reportedAt',
      ),
    )
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
  return rows.map(({ certificateCode, joinCode, creditedDays, reportedAt, ...row }) => ({
    ...row,
    reportedAt: reportedAt ?? undefined,
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
function registrationsOf(db: Db, userId: string) {
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

/** Returns a person's registrations for administrators, latest first, each with the link of its certificate. */
export async function findRegistrationRecord(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  userId: string,
) {
  const rows = await registrationsOf(db, userId)
    .select(['registrations.eventId', 'registrations.eventSlotId', 'certificateCode'])
    .select(['eventSlots.focusId', 'breaks', 'isInPerson'])
    .select(sql<boolean>`coalesce(events.deleted_at, event_slots.deleted_at) is not null`.as('isSlotDeleted'))
    .execute()
  const held = new Set(rows.filter((row) => !row.canceledAt).map(({ eventId }) => eventId))
  return rows.map(({ certificateCode: code, isSlotDeleted, focusId, breaks, isInPerson, ...row }) => {
    const isRegisteredAgain = held.has(row.eventId)
    const facts = { cancelledAt: row.canceledAt, isRegisteredAgain, isSlotDeleted }
    return {
      ...row,
      creditHours: creditHoursOf({ ...row, focusId, breaks, isInPerson }),
      isRestorable: restorationRefusal(facts, clock()) === undefined,
      certificateLink: certificateLink(config.publicUrl, code),
    }
  })
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
