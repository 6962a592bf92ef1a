import { certificateLink } from '#contract/certificates/calls.ts'
import { creditHoursOf } from '#contract/events/facts.ts'
import type { HeldRegistration } from '#contract/registrations/calls.ts'
import { joinLink } from '#contract/webinars/joins.ts'
import type { Services, Tx } from '#server/services.ts'
import type { RegistrationFacts, ToldSlot } from './mails.ts'

/** Returns a person's registrations, in order of time. */
export async function findRegisteredEvents(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
): Promise<HeldRegistration[]> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['registrationId', 'registrations.eventId', 'registrations.eventSlotId', 'joinUrl', 'joinCode'])
    .select(['certificateCode', 'hours', 'registrations.version', 'focusName', 'eventSlots.focusId'])
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .orderBy('startOn')
    .execute()
  return rows.map(({ certificateCode, joinCode, ...row }) => ({
    ...row,
    creditHours: creditHoursOf(row),
    joinUrl: row.joinUrl && joinLink(config.publicUrl, { ...row, joinCode }),
    certificateLink: certificateLink(config.publicUrl, certificateCode),
  }))
}

/**
 * Finds the facts for mails about a registration, canceled or not as requested; undefined if it is the other. Locks it until
 * the transaction ends.
 */
export function lockRegistrationFacts(
  tx: Tx,
  registrationId: number,
  { isCanceled = false } = {},
): Promise<RegistrationFacts | undefined> {
  return tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['registrationId', 'moves', 'schedule', 'joinCode', 'users.userId'])
    .select(['firstName', 'lastName', 'email', 'companyName', 'eventName', 'venue', 'focusName'])
    .select(['isInPerson', 'facts'])
    .select(['registrations.eventSlotId', 'eventSlots.focusId', 'startOn', 'endOn', 'startTime', 'endTime'])
    .where('registrationId', '=', registrationId)
    .where('cancelledAt', isCanceled ? 'is not' : 'is', null)
    .forNoKeyUpdate('registrations')
    .executeTakeFirst()
}

/** Finds the slot in a person's last confirmation, with its time and place of then; undefined if there is none. */
export function findToldSlot(tx: Tx, registrationId: number): Promise<ToldSlot | undefined> {
  return tx
    .selectFrom('confirmations')
    .select(['eventSlotId', 'confirmedAt', 'startOn', 'endOn', 'startTime', 'endTime', 'venue', 'isInPerson'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
}
