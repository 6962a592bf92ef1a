import { certificateLink } from '#contract/certificates.ts'
import type { HeldRegistration } from '#contract/registrations.ts'
import type { Services, Tx } from '#server/services.ts'
import type { RegistrationFacts } from './mails.ts'

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
      'certificateCode',
      'hours',
      'version',
      'focusName',
      'eventSlots.focusId',
      'startOn',
    ])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .orderBy('startOn')
    .execute()
  return rows.map(({ certificateCode, ...row }) => ({
    ...row,
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
    .select(['registrationId', 'moves', 'joinUrl', 'users.userId'])
    .select(['firstName', 'lastName', 'email', 'companyName', 'eventName', 'venue', 'focusName'])
    .select(['registrations.eventSlotId', 'eventSlots.focusId', 'startOn', 'endOn', 'startTime', 'endTime'])
    .where('registrationId', '=', registrationId)
    .where('cancelledAt', isCanceled ? 'is not' : 'is', null)
    .forUpdate('registrations')
    .executeTakeFirst()
}

/** The slot that somebody was last told of, and when; undefined where they weren't. */
export function findToldSlot(tx: Tx, registrationId: number) {
  return tx
    .selectFrom('confirmations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'confirmations.eventSlotId')
    .select(['confirmations.eventSlotId', 'confirmedAt', 'startOn', 'endOn', 'startTime', 'endTime'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
}
