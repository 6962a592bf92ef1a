import { sql } from 'kysely'
import type { Work } from '#server/work.ts'

/** Where somebody joins; null takes it away. */
interface JoinUrl {
  registrationId: number
  joinUrl: string | null
}

/**
 * Notes where people join a webinar; of no use for a registration that has moved away from it meanwhile. It decides nothing, so it
 * is no new version.
 */
export async function giveJoinUrls({ tx }: Work, webinarId: string, given: JoinUrl[]): Promise<void> {
  if (given.length === 0) return
  await sql`
    update registrations r set join_url = given."joinUrl"
    from jsonb_to_recordset(${JSON.stringify(given)}) as given ("registrationId" integer, "joinUrl" text), event_slots s
    where r.registration_id = given."registrationId" and s.event_slot_id = r.event_slot_id
      and s.webinar_id = ${webinarId} and cancelled_at is null`.execute(tx)
}

/** Takes the join URLs of everybody of a slot away. */
export async function takeJoinUrls({ tx }: Work, eventSlotId: number): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ joinUrl: null })
    .where('eventSlotId', '=', eventSlotId)
    .where('joinUrl', 'is not', null)
    .execute()
}
