import { sql } from 'kysely'
import type { Slot } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'

/** Returns the JSON in bytes, as an expression. The database decodes it, because decoding megabytes holds up the event loop. */
export function jsonIn<Content>(bytes: Uint8Array) {
  return sql<Content>`convert_from(${bytes}, 'UTF8')::jsonb`
}

/**
 * Tells whether any of the ids and emails in a JSON list is of somebody who is or was registered for the event of a slot: their current
 * email, or an id or email at the webinar platform.
 */
export async function namesSomebody(db: Db, { eventId }: Slot, named: Uint8Array): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`
    with named as materialized (select jsonb_array_elements_text(${jsonIn(named)}) as name)
    select exists (
      select from event_slots
        join registrations using (event_slot_id)
        join users using (user_id)
        left join platform_identities told using (registration_id)
      where event_slots.event_id = ${eventId}
        and (lower(users.email) in (select name from named) or told.email in (select name from named)
          or told.registrant_id in (select name from named))
    ) as does`.execute(db)
  return rows[0]?.does ?? false
}
