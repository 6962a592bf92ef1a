import { CompiledQuery } from 'kysely'
import type { RegisteredEvent } from '#contract/registrations.ts'
import { registrationRefusal } from '#contract/registrations.ts'
import { Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { Services, Tx } from '#server/services.ts'
import { findRegisteredEvents } from './queries.ts'

export interface Choice {
  eventId: number
  eventSlotId: number
  focusId: number
}

/** How often a refused insert is looked into again when the reason has gone meanwhile. */
const mostTries = 3

/**
 * Registers somebody for a slot; asked again it is the same registration, another slot of the event moves it.
 * Refuses with EVENT_NOT_FOUND, SLOT_NOT_FOUND, EVENT_CLOSED, CERTIFICATE_ISSUED or USER_NOT_FOUND.
 *
 * The usual case is one statement: rule, registration, activity and job together. What it trips over (a closed event,
 * a registration that is there already) is settled in a transaction that can tell the reason.
 */
export async function register(
  services: Services,
  userId: string,
  choice: Choice,
  actingUserId: string,
): Promise<RegisteredEvent> {
  for (let tries = 1; tries <= mostTries; tries++) {
    const registered = await insertRegistration(services, userId, choice, actingUserId)
    if (registered) return registered
    if (await settleRegistration(services, userId, choice, actingUserId)) {
      const [held] = await findRegisteredEvents(services, userId, choice.eventId)
      if (held) return held
    }
  }
  throw new Refusal('NOT_READY')
}

/** undefined: somebody holds a slot of this event already, or the slot can't be taken. */
async function insertRegistration(
  { db, jobs }: Services,
  userId: string,
  { eventId, eventSlotId, focusId }: Choice,
  actingUserId: string,
): Promise<RegisteredEvent | undefined> {
  const job = await jobs.statement('confirm-registration', { userId, eventId })
  const values = [job.value, userId, eventId, eventSlotId, focusId, actingUserId]
  try {
    const { rows } = await db.executeQuery<RegisteredEvent>(
      CompiledQuery.raw(insertStatement(job.text), values),
    )
    return rows[0]
  } catch (problem) {
    const { code, constraint, column } = problem as { code?: string; constraint?: string; column?: string }
    if (code === '23505' && constraint === 'one_registration') return undefined
    if (code === '23502' && column === 'event_id') return undefined
    if (code === '23503' && constraint === 'registrations_user_id_fkey') throw new Refusal('USER_NOT_FOUND')
    throw problem
  }
}

/** A slot that can't be taken gives no event id, and the column that needs one ends the whole statement with its job. */
function insertStatement(jobInsert: string): string {
  return `
    with registration as (
      insert into registrations (user_id, event_id, event_slot_id)
      values ($2, (
        select event_id from event_slots join events using (event_id)
        where event_slot_id = $4 and event_id = $3 and focus_id = $5 and is_enabled
      ), $4)
      returning registration_id, event_id, event_slot_id
    ), activity as (
      insert into registration_activities (registration_id, activity, user_id)
      select registration_id, 'registered', $6 from registration
    ), job as (${jobInsert})
    select registration_id as "registrationId", event_id, event_slot_id, null as "joinURL", null as cert_link, 0 as hours,
      focus_name as focus, focus_id, to_char(start_on, 'DD/MM/YYYY') as start_date
    from registration join event_slots using (event_id, event_slot_id) join focuses using (focus_id)`
}

/** Finds the reason why nothing was inserted, and moves what is held to another slot. False: the reason has gone, try again. */
function settleRegistration(
  services: Services,
  userId: string,
  choice: Choice,
  actingUserId: string,
): Promise<boolean> {
  return services.db.transaction().execute(async (tx) => {
    const event = await tx
      .selectFrom('events')
      .select('is_enabled as isEnabled')
      .where('event_id', '=', choice.eventId)
      .executeTakeFirst()
    const slot = await tx
      .selectFrom('event_slots')
      .select('event_slot_id')
      .where('event_slot_id', '=', choice.eventSlotId)
      .where('event_id', '=', choice.eventId)
      .where('focus_id', '=', choice.focusId)
      .executeTakeFirst()
    const held = await lockHeld(tx, userId, choice.eventId)
    const slotChanges = held?.event_slot_id !== choice.eventSlotId
    refuse(
      registrationRefusal(
        event,
        slot,
        held && { slotChanges, hasCertificate: held.certificate_code !== null },
      ),
    )
    if (held && slotChanges) await move(tx, services, held.registration_id, userId, choice, actingUserId)
    return held !== undefined
  })
}

async function move(
  tx: Tx,
  { jobs }: Services,
  registrationId: number,
  userId: string,
  { eventId, eventSlotId }: Choice,
  actingUserId: string,
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set((row) => ({ event_slot_id: eventSlotId, join_url: null, moves: row('moves', '+', 1) }))
    .where('registration_id', '=', registrationId)
    .execute()
  await tx
    .insertInto('registration_activities')
    .values({
      registration_id: registrationId,
      activity: 'moved',
      user_id: actingUserId,
      details: JSON.stringify({ eventSlotId }),
    })
    .execute()
  await jobs.add(tx as never, 'confirm-registration', { userId, eventId })
}

/** The registration somebody holds for an event, locked until the transaction ends. */
export function lockHeld(tx: Tx, userId: string, eventId: number) {
  return tx
    .selectFrom('registrations')
    .select(['registration_id', 'event_slot_id', 'certificate_code'])
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .where('cancelled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
