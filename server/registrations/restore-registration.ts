import { restorationRefusal } from '#contract/registrations/rules.ts'
import { happened } from '#server/activities/activities.ts'
import { findDeletion } from '#server/activities/queries.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import { putBackHours } from '#server/credits/credits.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/**
 * Undoes a deletion or cancellation: restores the registration and the credit that the deletion withdrew. Refuses with
 * REGISTRATION_NOT_FOUND, NOT_DELETED, RESTORING_OVER, SLOT_DELETED or REGISTERED_AGAIN.
 */
export async function restoreRegistration(work: Work, registrationId: number): Promise<void> {
  const { tx, clock } = work
  const isSlotDeleted = await wasSlotDeleted(tx, registrationId)
  const registration = await tx
    .selectFrom('registrations')
    .select(['userId', 'eventId', 'cancelledAt'])
    .where('registrationId', '=', registrationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!registration?.userId) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { userId, eventId, cancelledAt } = registration
  const isRegisteredAgain = await isRegistered(tx, userId, eventId)
  refuse(restorationRefusal({ cancelledAt, isRegisteredAgain, isSlotDeleted }, clock()))
  await tx
    .updateTable('registrations')
    // The calendar file of the cancellation used the next number.
    .set((row) => ({ cancelledAt: null, moves: row('moves', '+', 2), version: row('version', '+', 1) }))
    .where('registrationId', '=', registrationId)
    .execute()
    .catch(refuseRegisteredAgain)
  await happened(work, [{ activity: 'restored', registrationId }])
  const { minutes = 0, isDecided: wasDecided } = (await findDeletion(tx, registrationId)) ?? {}
  const decision = {
    registrationId,
    hours: minutes / 60,
    source: 'administrator',
    reason: 'Restored',
  } as const
  if (minutes > 0) await putBackHours(work, { ...decision, wasDecided })
}

/** Locks event and slot until the transaction ends; returns whether one is deleted. A canceled registration keeps its slot. */
async function wasSlotDeleted(tx: Tx, registrationId: number): Promise<boolean> {
  const kept = await tx
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select('registrationId')
    .where('registrationId', '=', registrationId)
    .where('eventSlots.deletedAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .forShare(['events', 'eventSlots'])
    .executeTakeFirst()
  return kept === undefined
}

async function isRegistered(tx: Tx, userId: string, eventId: number): Promise<boolean> {
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
