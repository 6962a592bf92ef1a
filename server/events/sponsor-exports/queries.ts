import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Data } from '#contract/core/endpoint.ts'
import type { getSponsorConsents } from '#contract/events/sponsor-exports/calls.ts'
import { consentTexts } from '#contract/people/users/memberships.ts'
import { refusing } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'

/**
 * Counts an event's registered people, and those who agreed that its sponsors get their names. Refuses with
 * EVENT_NOT_FOUND.
 */
export async function countConsents(db: Db, eventId: number): Promise<Data<typeof getSponsorConsents>> {
  await refuseUnknownEvent(db, eventId)
  const { rows } = await sql<Data<typeof getSponsorConsents>>`
    select count(*) as registered, count(given_at) as agreed
    from (select (${consentGivenAt}) as given_at ${registeredFor(eventId)}) people`.execute(db)
  return rows[0] as Data<typeof getSponsorConsents>
}

export async function refuseUnknownEvent(db: Db, eventId: number) {
  await db
    .selectFrom('events')
    .select('eventId')
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow(refusing('EVENT_NOT_FOUND'))
}

/** The `from` and `where` of an event's current registrations: r registrations, u users, s slots. */
export function registeredFor(eventId: number): RawBuilder<unknown> {
  return sql`
    from event_slots s join registrations r using (event_slot_id) join users u using (user_id)
    where s.event_id = ${eventId} and r.cancelled_at is null`
}

/**
 * The time at which person u agreed to give their name to the sponsors of r's event. null if they never
 * agreed for this event, or withdrew since, for any event. docs/decisions/020-sponsor-export.md
 */
export const consentGivenAt = sql`
  select max(given.answered_at) from mailing_consents given
  where given.user_id = u.user_id and given.event_id = r.event_id and given.is_given and u.has_given_mailing_consent
    and ${consentTexts.release} = any(string_to_array(given.text_shown, chr(10)))
    and not exists (
      select from mailing_consents later
      where later.user_id = u.user_id and not later.is_given and later.mailing_consent_id > given.mailing_consent_id)`
