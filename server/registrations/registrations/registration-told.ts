import { sql } from 'kysely'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { Work } from '#server/work.ts'
import type { RegistrationFacts } from './mails.ts'

/** Forgets the confirmations of registrations, so that no email says that they end. */
export async function forgetTold({ tx }: Work, registrationIds: number[]) {
  await tx
    .deleteFrom('confirmations')
    .where(sql<boolean>`registration_id = any(${registrationIds}::int[])`)
    .execute()
}

/** Stores what these registrations' confirmations say. */
export async function storeTold({ tx, clock }: Work, registrations: RegistrationFacts[]) {
  const rows = registrations.map((registration) => ({
    ...registration,
    isInPerson: isInPerson(registration),
  }))
  await sql`
    insert into confirmations (registration_id, event_slot_id, start_on, end_on, start_time, end_time, venue, is_in_person, confirmed_at)
    select "registrationId", "eventSlotId", "startOn", "endOn", "startTime", "endTime", venue, "isInPerson", ${clock()} from jsonb_to_recordset(${JSON.stringify(rows)}) as told ("registrationId" integer,
      "eventSlotId" integer, "startOn" date, "endOn" date, "startTime" time, "endTime" time, venue text, "isInPerson" boolean)
    on conflict (registration_id) do update
      set (event_slot_id, start_on, end_on, start_time, end_time, venue, is_in_person, confirmed_at) = (excluded.event_slot_id,
        excluded.start_on, excluded.end_on, excluded.start_time, excluded.end_time, excluded.venue, excluded.is_in_person,
        excluded.confirmed_at)`.execute(tx)
}
