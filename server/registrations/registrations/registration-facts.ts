import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Answer } from '#contract/events/event-questions/questions.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { joinUrlOf } from '#server/events/slots/queries.ts'
import type { Tx } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'

/** A request for a person to take a slot of an event, by the person or for them. */
export interface Asked {
  userId: string
  eventId: number
  eventSlotId: number
  focusId: number
  /** `userId` null: the portal. */
  askedBy: { userId: string | null; permissions: Caller['permissions'] }
  /** The person was at the slot, so even an incomplete profile is registered. */
  hasAttended?: boolean
  /** An administrator takes a seat beyond the slot's capacity. */
  overbooks?: boolean | undefined
  /** The slot that the person has to hold of the event; null: none. Another one is refused with CHANGED_MEANWHILE. */
  fromSlotId?: number | null
  /** Emails nobody: the slot counts as confirmed. */
  isUnmailed?: boolean | undefined
  /** Answers to the event's questions. undefined: nobody was asked, so they stay open. */
  answers?: Answer[] | undefined
  /** Required questions may stay open. */
  leavesAnswersOpen?: boolean
}

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null }

/** A request's facts: person, event, slot and existing registration; null if missing. */
export type Known = {
  one: Asked
  /** The slot got or lost its capacity while this waited for its lock, so its facts are read again. */
  isStale: boolean
} & Nullable<
  Pick<Row<'users'>, 'firstName' | 'lastName' | 'country' | 'state' | 'zip' | 'companyName'> &
    Pick<Row<'events'>, 'eventName' | 'isEnabled' | 'isDraft' | 'isInPerson'> &
    Pick<Row<'eventSlots'>, keyof PlannedTime | 'isOpen' | 'capacity' | 'webinarId'> &
    Pick<Row<'focuses'>, 'focusName'> &
    Pick<Row<'registrations'>, 'registrationId' | 'joinCode' | 'hours' | 'certificateCode'> & {
      heldSlotId: number
      joinUrl: string
    }
>

/** Returns true if the requested slot exists. */
export function hasSlot<K extends Pick<Known, keyof PlannedTime | 'isOpen'>>(
  known: K,
): known is K & PlannedTime & { isOpen: boolean } {
  return known.startOn !== null
}

/** Locks and returns each request's facts, until the transaction ends. */
export async function lockFacts(tx: Tx, asked: Asked[]): Promise<Known[]> {
  const slots = sql`
    select s.event_id, s.event_slot_id, s.focus_id, s.start_on, s.end_on, s.start_time, s.end_time, s.breaks, s.is_open, s.capacity, s.webinar_id
    from event join event_slots s using (event_id)
    where event_slot_id in (select event_slot_id from asked) and deleted_at is null`
  const { rows } = await sql<Omit<Known, 'one'>>`
    with asked as materialized (${unnested(asked)}),
    event as materialized (
      select event_id, event_name, is_enabled, is_draft, is_in_person from events
      where event_id in (select event_id from asked) and deleted_at is null for share
    ),
    -- Locked after their events, in the order of all verbs. Who takes one of a number of seats waits for the others who do.
    seated as materialized (${slots} and s.capacity is not null order by s.event_slot_id for no key update of s),
    unlimited as materialized (${slots} and s.capacity is null for share of s),
    slot as materialized (select * from seated union all select * from unlimited),
    held as materialized (
      select user_id, event_id, registration_id, event_slot_id, join_code, hours, certificate_code
      from registrations
      where (user_id, event_id) in (select user_id, event_id from asked) and cancelled_at is null
        and (select count(*) from slot) >= 0 -- Locked after the slots.
      order by user_id, event_id for no key update
    )
    select first_name, last_name, country, state, zip, company_name, event_name, is_enabled, is_draft, is_in_person,
      focus_name, start_on, end_on, start_time, end_time, breaks, is_open, capacity, webinar_id,
      slot.event_slot_id is null and exists (
        select from event_slots s where s.event_slot_id = asked.event_slot_id and s.event_id = event.event_id
          and s.focus_id = asked.focus_id and s.deleted_at is null
      ) as is_stale,
      registration_id, held.event_slot_id as held_slot_id, ${joinUrlOf('held', 'slot')} as join_url, join_code, hours, certificate_code
    from asked
    left join users on users.user_id = asked.user_id and merged_into is null
    left join event using (event_id)
    left join slot using (event_id, event_slot_id, focus_id)
    left join focuses on focuses.focus_id = slot.focus_id
    left join held on held.user_id = asked.user_id and held.event_id = asked.event_id
    order by place`.execute(tx)
  return rows.map((row, place) => ({ one: asked[place] as Asked, ...row }))
}

/** Returns all requests as rows with their `place` from 1. */
export function unnested(asked: Asked[]) {
  return sql`
    select * from unnest(${asked.map((one) => one.userId)}::uuid[], ${asked.map((one) => one.eventId)}::integer[],
      ${asked.map((one) => one.eventSlotId)}::integer[], ${asked.map((one) => one.focusId)}::integer[])
      with ordinality as asked (user_id, event_id, event_slot_id, focus_id, place)`
}
