import type { Pool } from 'pg'
import type { RegisteredEvent } from '#contract/registrations.ts'
import type { Jobs } from '#server/jobs.ts'
import { jobInsert } from '#server/platform/jobs/queue.ts'

export interface Asked {
  userId: string
  eventId: number
  eventSlotId: number
  focusId: number
  actingUserId: string
}

/**
 * Inserts the registrations that were asked for, with their jobs, in one statement. undefined in the place of one whose
 * slot can't be taken or who holds a slot of this event already.
 */
export async function insertRegistrations(
  pool: Pool,
  asked: Asked[],
): Promise<(RegisteredEvent | undefined)[]> {
  const { rows } = await pool.query<RegisteredEvent & { user_id: string }>(statement, [
    asked.map((one) => one.userId),
    asked.map((one) => one.eventId),
    asked.map((one) => one.eventSlotId),
    asked.map((one) => one.focusId),
    asked.map((one) => one.actingUserId),
  ])
  const registered = new Map(rows.map(({ user_id, ...row }) => [`${user_id} ${row.event_slot_id}`, row]))
  return asked.map((one) => registered.get(`${one.userId} ${one.eventSlotId}`))
}

const confirm: keyof Jobs = 'confirm-registration'

/**
 * Inserted in the order of the people, so that two statements for the same ones don't wait for each other for ever.
 * The row tells who registered and when; only that somebody else did it for them has to be written beside it.
 */
const statement = `
  with asked as (
    select * from unnest($1::uuid[], $2::integer[], $3::integer[], $4::integer[], $5::uuid[])
      as asked (user_id, event_id, event_slot_id, focus_id, acting_user_id)
  ), registered as (
    insert into registrations (user_id, event_id, event_slot_id)
    select user_id, event_id, event_slot_id
    from asked join event_slots using (event_id, event_slot_id, focus_id) join events using (event_id)
    where is_enabled order by user_id, event_id
    on conflict (user_id, event_id) where cancelled_at is null do nothing
    returning registration_id, user_id, event_id, event_slot_id
  ), activity as (
    insert into registration_activities (registration_id, activity, user_id)
    select distinct registration_id, 'registered', acting_user_id
    from registered join asked using (user_id, event_id, event_slot_id) where acting_user_id <> user_id
  ), job as (
    ${jobInsert(confirm, { from: 'registered', data: `jsonb_build_object('userId', user_id, 'eventId', event_id)` })}
  )
  select user_id, registration_id as "registrationId", event_id, event_slot_id, null as "joinURL", null as cert_link, 0 as hours,
    focus_name as focus, focus_id, to_char(start_on, 'DD/MM/YYYY') as start_date
  from registered join event_slots using (event_id, event_slot_id) join focuses using (focus_id)`
