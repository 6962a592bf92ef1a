import { sql } from 'kysely'
import { certificateLink } from '#contract/certificates.ts'
import type { RegisteredEvent } from '#contract/registrations.ts'
import { slotDates, slotTimes } from '#server/events/queries.ts'
import type { Db, Services } from '#server/services.ts'
import type { RegistrationFacts } from './mails.ts'

/** The slots somebody holds, or the one of an event. */
export async function findRegisteredEvents(
  { db, config }: Services,
  userId: string,
  eventId?: number,
): Promise<RegisteredEvent[]> {
  let query = db
    .selectFrom('registrations')
    .innerJoin('event_slots', 'event_slots.event_slot_id', 'registrations.event_slot_id')
    .innerJoin('focuses', 'focuses.focus_id', 'event_slots.focus_id')
    .select([
      'registration_id',
      'registrations.event_id',
      'registrations.event_slot_id',
      'join_url',
      'certificate_code',
      'hours',
      'focus_name',
      'event_slots.focus_id',
    ])
    .select(slotDates)
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .orderBy('start_on')
  if (eventId !== undefined) query = query.where('registrations.event_id', '=', eventId)
  const rows = await query.execute()
  return rows.map((row) => ({
    registrationId: row.registration_id,
    event_id: row.event_id,
    event_slot_id: row.event_slot_id,
    joinURL: row.join_url,
    cert_link: certificateLink(config.publicUrl, row.certificate_code),
    hours: row.hours,
    focus: row.focus_name,
    focus_id: row.focus_id,
    start_date: row.start_date,
  }))
}

/** What a registration's mails tell, or undefined when it was cancelled. */
export async function findRegistrationFacts(
  db: Db,
  userId: string,
  eventId: number,
): Promise<(RegistrationFacts & { registrationId: number; moves: number }) | undefined> {
  const row = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.user_id', 'registrations.user_id')
    .innerJoin('events', 'events.event_id', 'registrations.event_id')
    .innerJoin('event_slots', 'event_slots.event_slot_id', 'registrations.event_slot_id')
    .innerJoin('focuses', 'focuses.focus_id', 'event_slots.focus_id')
    .select([
      'registration_id as registrationId',
      'moves',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'company_name as companyName',
      'event_name as eventName',
      'event_slots.focus_id as focusId',
      'focus_name as focusName',
    ])
    .select(slotTimes)
    .select(sql<boolean>`moves > 0`.as('isMoved'))
    .where('registrations.user_id', '=', userId)
    .where('registrations.event_id', '=', eventId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return row
}
