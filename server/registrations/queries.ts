import { certificateLink } from '#contract/certificates/calls.ts'
import { creditHoursOf } from '#contract/events/facts.ts'
import type { HeldRegistration } from '#contract/registrations/calls.ts'
import { joinLink } from '#contract/webinars/joins.ts'
import type { Services, Tx } from '#server/services.ts'
import type { RegistrationFacts, ToldSlot } from './mails.ts'

/** The slots somebody holds, in the order they take place. */
export async function findRegisteredEvents(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
): Promise<HeldRegistration[]> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select([
      'registrationId',
      'registrations.eventId',
      'registrations.eventSlotId',
      'joinUrl',
      'joinCode',
      'certificateCode',
      'hours',
      'registrations.version',
      'focusName',
      'eventSlots.focusId',
      'startOn',
      'endOn',
      'startTime',
      'endTime',
    ])
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
 * What the mails about a registration tell that holds, or about one that was canceled: undefined where it is the other of the
 * two. It stays so until the transaction ends.
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

/** The slot that somebody was last told of, with its time and place of then, and when; undefined where they weren't. */
export function findToldSlot(tx: Tx, registrationId: number): Promise<ToldSlot | undefined> {
  return tx
    .selectFrom('confirmations')
    .select(['eventSlotId', 'confirmedAt', 'startOn', 'endOn', 'startTime', 'endTime', 'venue', 'isInPerson'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
}
