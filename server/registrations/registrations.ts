import type { RegisteredEvent } from '#contract/registrations.ts'
import { registrationRefusal } from '#contract/registrations.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import { Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { Services, Tx } from '#server/services.ts'
import { findRegisteredEvents } from './queries.ts'
import type { Asked } from './registration-inserts.ts'
import { insertRegistrations } from './registration-inserts.ts'

export interface Choice {
  eventId: number
  eventSlotId: number
  focusId: number
}

export type Register = (userId: string, choice: Choice, actingUserId: string) => Promise<RegisteredEvent>

/** How often a refused insert is looked into again when the reason has gone meanwhile. */
const mostTries = 3

/**
 * What registers somebody for a slot; asked again it is the same registration, another slot of the event moves it.
 * Refuses with EVENT_NOT_FOUND, SLOT_NOT_FOUND, EVENT_CLOSED, CERTIFICATE_ISSUED or USER_NOT_FOUND.
 *
 * The usual case is one statement: rule, registration and job together, for all who come at the same moment. What it
 * leaves out (a closed event, a registration that is there already) is settled in a transaction that can tell the reason.
 */
export function openRegister(services: Services): Register {
  const insert = inBatches((asked: Asked[]) => insertRegistrations(services.pool, asked))
  return async (userId, choice, actingUserId) => {
    for (let tries = 1; tries <= mostTries; tries++) {
      const registered = await insert({ userId, actingUserId, ...choice }).catch(refuseUnknownUser)
      if (registered) return registered
      if (await settleRegistration(services, userId, choice, actingUserId)) {
        const [held] = await findRegisteredEvents(services, userId, choice.eventId)
        if (held) return held
      }
    }
    throw new Refusal('NOT_READY')
  }
}

function refuseUnknownUser(problem: { code?: string; constraint?: string }): never {
  if (problem.code === '23503' && problem.constraint === 'registrations_user_id_fkey') {
    throw new Refusal('USER_NOT_FOUND')
  }
  throw problem
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
    if (held && slotChanges) await move(tx, services, held, userId, choice, actingUserId)
    return held !== undefined
  })
}

async function move(
  tx: Tx,
  { jobs }: Services,
  { registration_id, event_slot_id: fromSlotId }: Held,
  userId: string,
  { eventId, eventSlotId }: Choice,
  actingUserId: string,
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set((row) => ({ event_slot_id: eventSlotId, join_url: null, moves: row('moves', '+', 1) }))
    .where('registration_id', '=', registration_id)
    .execute()
  await tx
    .insertInto('registration_activities')
    .values({
      registration_id,
      activity: 'moved',
      user_id: actingUserId,
      details: JSON.stringify({ fromSlotId, toSlotId: eventSlotId }),
    })
    .execute()
  await jobs.add(tx as never, 'confirm-registration', { userId, eventId })
}

type Held = NonNullable<Awaited<ReturnType<typeof lockHeld>>>

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
