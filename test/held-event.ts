import type { CastPerson } from './cast.ts'
import { castDays } from './cast.ts'

type Query = <Row>(text: string, values: unknown[]) => Promise<Row[]>

/** The event that the cast attended. */
export interface HeldEvent {
  eventId: number
  eventName: string
  focusId: number
  /** The slot of the reports. */
  eventSlotId: number
  otherSlotId: number
  registrationIds: Map<CastPerson, number>
}

/** Inserts an event in the past with two slots, and the cast with its registrations. The portal would refuse to register for it. */
export async function givenHeldEvent(
  query: Query,
  cast: readonly CastPerson[],
  eventName = 'Piston IA Renewal 2026',
): Promise<HeldEvent> {
  const focusId = 2
  const [event] = await query<{ eventId: number }>(
    'insert into events (event_name) values ($1) returning event_id as "eventId"',
    [eventName],
  )
  const eventId = event?.eventId as number
  const slots = await query<{ id: number }>(
    `insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time, webinar_id)
     values ($1, $2, $3, $4, '08:00', '12:00', '99289110036'), ($1, $2, $3, $4, '13:00', '17:00', null) returning event_slot_id as id`,
    [eventId, focusId, ...castDays],
  )
  const [eventSlotId, otherSlotId] = slots.map(({ id }) => id) as [number, number]
  const rows = await query<{ email: string; registrationId: number }>(
    `with cast_person as (
       select * from jsonb_to_recordset($1) as person (email text, "firstName" text, "lastName" text, "registrantId" text, "isOtherSlot" boolean)
     ), added as (
       insert into users (email, first_name, last_name, country, state, zip, company_name)
       select email, "firstName", "lastName", 'United States', 'South Carolina', '29201', 'Example Aviation' from cast_person
       returning user_id, email
     ), registered as (
       insert into registrations (user_id, event_id, event_slot_id, registered_at)
       select user_id, $2, case when "isOtherSlot" then $4::integer else $3::integer end, now() - interval '1 year'
       from added join cast_person using (email) order by email
       returning registration_id, user_id
     )
     select email, registration_id as "registrationId" from registered join added using (user_id)`,
    [JSON.stringify(cast), eventId, eventSlotId, otherSlotId],
  )
  const ids = new Map(rows.map(({ email, registrationId }) => [email, registrationId]))
  await query(
    `insert into platform_identities (registration_id, webinar_id, registrant_id, email)
     select "registrationId", '99289110036', "registrantId", email
     from jsonb_to_recordset($1) as known ("registrationId" integer, "registrantId" text, email text)`,
    [
      JSON.stringify(
        cast.map(({ email, registrantId }) => ({ email, registrantId, registrationId: ids.get(email) })),
      ),
    ],
  )
  return {
    eventId,
    eventName,
    focusId,
    eventSlotId,
    otherSlotId,
    registrationIds: new Map(cast.map((person) => [person, ids.get(person.email) as number])),
  }
}
