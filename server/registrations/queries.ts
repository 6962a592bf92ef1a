import { certificateLink } from '#contract/certificates.ts'
import type { RegisteredEvent } from '#contract/registrations.ts'
import type { Services, Tx } from '#server/services.ts'
import type { RegistrationFacts } from './mails.ts'

/** The slots somebody holds, in the order they take place. */
export async function findRegisteredEvents(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
): Promise<RegisteredEvent[]> {
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

/** What a registration's mails tell, or undefined when it was cancelled; it stays so until the transaction ends. */
export function lockRegistrationFacts(
  tx: Tx,
  registrationId: number,
): Promise<RegistrationFacts | undefined> {
  return tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['moves', 'firstName', 'lastName', 'email', 'companyName', 'eventName', 'venue', 'focusName'])
    .select(['registrations.eventSlotId', 'eventSlots.focusId', 'startOn', 'endOn', 'startTime', 'endTime'])
    .where('registrationId', '=', registrationId)
    .where('cancelledAt', 'is', null)
    .forUpdate('registrations')
    .executeTakeFirst()
}
