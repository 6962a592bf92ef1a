import { creditRefusal } from '#contract/ledger/credits/rules.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import { restorationRefusal } from '#contract/registrations/registrations/rules.ts'
import { Refusal, refuse, refusing } from '#server/core/http/refusal.ts'
import { findSeats, hasSeat, slotFull } from '#server/events/slots/slot-seats.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { findDeletion } from '#server/foundation/activities/queries.ts'
import { hasCompleteProvider } from '#server/foundation/training-providers/queries.ts'
import { putBackHours } from '#server/ledger/credits/credits.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/**
 * Undoes a deletion or cancellation: restores the registration and the credit that the deletion withdrew. Refuses with
 * REGISTRATION_NOT_FOUND, NOT_DELETED, RESTORING_OVER, SLOT_DELETED, REGISTERED_AGAIN or SLOT_FULL, and as `creditRefusal` if the
 * deletion withdrew a credit.
 */
export async function restoreRegistration(
  work: Work,
  registrationId: number,
  { overbooks = false }: { overbooks?: boolean | undefined } = {},
) {
  const { tx, clock } = work
  const eventSlotId = await lockKeptSlot(tx, registrationId)
  const registration = await tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['users.userId', 'eventId', 'cancelledAt', 'hours'])
    .select(['firstName', 'lastName', 'country', 'state', 'zip', 'companyName'])
    .where('registrationId', '=', registrationId)
    .forNoKeyUpdate('registrations')
    .executeTakeFirstOrThrow(refusing('REGISTRATION_NOT_FOUND'))
  const { userId, eventId, cancelledAt } = registration
  const isRegisteredAgain = await isRegistered(tx, userId, eventId)
  const isSlotDeleted = eventSlotId === undefined
  const seats = isSlotDeleted ? undefined : (await findSeats(tx, [eventSlotId], clock())).get(eventSlotId)
  const isFull = !overbooks && !hasSeat(seats, userId)
  const facts = { cancelledAt, isRegisteredAgain, isSlotDeleted, isFull }
  const refusal = restorationRefusal(facts, clock())
  if (refusal === 'SLOT_FULL') throw await slotFull(tx, eventSlotId as number, clock())
  refuse(refusal)
  const { minutes = 0, isDecided: wasDecided } = (await findDeletion(tx, registrationId)) ?? {}
  const hours = minutes / 60
  // Before anything is written: a bulk undo records the refusal and continues.
  if (hours > 0) {
    const isProviderComplete = await hasCompleteProvider(tx)
    const complete = { isProfileComplete: isProfileComplete(registration), isProviderComplete }
    refuse(creditRefusal(hours, { ...registration, ...complete }))
  }
  await tx
    .updateTable('registrations')
    // The cancellation's calendar file used the next number.
    .set((row) => ({ cancelledAt: null, moves: row('moves', '+', 2), version: row('version', '+', 1) }))
    .where('registrationId', '=', registrationId)
    .execute()
    .catch(refuseRegisteredAgain)
  await happened(work, [{ activity: 'restored', registrationId }])
  const decision = { registrationId, hours, source: 'administrator', reason: 'Restored' } as const
  if (hours > 0) await putBackHours(work, { ...decision, wasDecided })
}

/** Locks event and slot until the transaction ends; undefined if one is deleted. A canceled registration keeps its slot. */
async function lockKeptSlot(tx: Tx, registrationId: number): Promise<number | undefined> {
  const events = tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select('eventSlotId')
    .where('registrationId', '=', registrationId)
    .where('deletedAt', 'is', null)
  const of = await events.forShare('events').executeTakeFirst()
  const slot =
    of &&
    (await tx
      .selectFrom('eventSlots')
      .select('eventSlotId')
      .where('eventSlotId', '=', of.eventSlotId)
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst())
  return slot?.eventSlotId
}

async function isRegistered(tx: Tx, userId: string, eventId: number) {
  const held = await tx
    .selectFrom('registrations')
    .select('registrationId')
    .where('userId', '=', userId)
    .where('eventId', '=', eventId)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst()
  return held !== undefined
}

/** Catches a concurrent registration of the same person. */
function refuseRegisteredAgain(problem: { code?: string }): never {
  throw problem.code === '23505' ? new Refusal('REGISTERED_AGAIN') : problem
}
