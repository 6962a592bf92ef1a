import type { Input } from '#contract/core/endpoint.ts'
import type { RegisteredEvent } from '#contract/registrations/calls.ts'
import type { updateTimeslot } from '#contract/registrations/changes.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Work } from '#server/work.ts'
import { lockRegistration } from './lock-registration.ts'
import { register } from './registrations.ts'

type Move = Input<typeof updateTimeslot>['body']

/**
 * Moves a registration to another slot of its event, for an administrator. Refuses with REGISTRATION_NOT_FOUND, also for another
 * person's or event's, with CHANGED_MEANWHILE, and with every refusal of registering.
 */
export async function moveRegistration(work: Work, move: Move): Promise<RegisteredEvent> {
  const askedBy = { userId: work.actingUserId ?? null, permissions: ['registrations:write'] as const }
  const { registrationId, userId, eventId, newTimeSlotId: eventSlotId, newFocusId: focusId, version } = move
  const registration = await lockRegistration(work.tx, registrationId, version)
  if (registration.userId !== userId || registration.eventId !== eventId) {
    throw new Refusal('REGISTRATION_NOT_FOUND')
  }
  const [outcome] = await register(work, [{ userId, eventId, eventSlotId, focusId, askedBy }])
  if (outcome === undefined || typeof outcome === 'string') throw new Refusal(outcome ?? 'NOT_READY')
  return outcome
}
