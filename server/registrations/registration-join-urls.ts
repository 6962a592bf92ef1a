import { sql } from 'kysely'
import type { Work } from '#server/work.ts'

/** A registration's join URL; null removes it. */
interface JoinUrl {
  registrationId: number
  joinUrl: string | null
}

/**
 * Stores the join URLs of a webinar's people, except for registrations that have moved away. No decision, so
 * no new version.
 */
export async function giveJoinUrls({ tx }: Work, webinarId: string, given: JoinUrl[]): Promise<void> {
  if (given.length === 0) return
  await sql`
    update registrations r set join_url = given."joinUrl"
    from jsonb_to_recordset(${JSON.stringify(given)}) as given ("registrationId" integer, "joinUrl" text), event_slots s
    where r.registration_id = given."registrationId" and s.event_slot_id = r.event_slot_id
      and s.webinar_id = ${webinarId} and cancelled_at is null`.execute(tx)
}

/** Removes the join URLs of everybody in a slot. */
export async function takeJoinUrls({ tx }: Work, eventSlotId: number): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ joinUrl: null })
    .where('eventSlotId', '=', eventSlotId)
    .where('joinUrl', 'is not', null)
    .execute()
}
