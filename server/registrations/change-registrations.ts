import type { Input } from '#contract/core/endpoint.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { RegisteredEvent } from '#contract/registrations/calls.ts'
import type { RegistrationPlan, updateTimeslot } from '#contract/registrations/changes.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Work } from '#server/work.ts'
import { deleteRegistration } from './delete-registration.ts'
import { lockRegistration } from './lock-registration.ts'
import type { Asked } from './registrations.ts'
import { register } from './registrations.ts'

/**
 * Adds, moves and removes registrations of one person for an administrator. If a part is refused, refuses them all with
 * REGISTRATIONS_REFUSED, and with the reason for each part.
 */
export async function changeRegistrations(
  work: Work,
  { userId, slots, removed }: RegistrationPlan,
): Promise<RegisteredEvent[]> {
  const askedBy = askedByAdministrator(work)
  const outcomes = await register(
    work,
    slots.map((slot) => ({ ...slot, userId, askedBy })),
  )
  const problems: Record<string, string> = {}
  for (const [place, outcome] of outcomes.entries()) {
    if (typeof outcome === 'string') problems[`slots.${place}`] = refusals[outcome].message
  }
  for (const [place, registration] of removed.entries()) {
    try {
      const { registrationId, version } = registration
      const held = await lockRegistration(work.tx, registrationId, version)
      if (held.userId !== userId) throw new Refusal('REGISTRATION_NOT_FOUND')
      await deleteRegistration(work, registration)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems[`removed.${place}`] = error.message
    }
  }
  if (Object.keys(problems).length > 0) throw new Refusal('REGISTRATIONS_REFUSED', { fields: problems })
  return outcomes.filter((outcome) => typeof outcome !== 'string')
}

type Move = Input<typeof updateTimeslot>['body']

/**
 * Moves a registration to another slot of its event, for an administrator. Refuses with REGISTRATION_NOT_FOUND, also for another
 * person's or event's, with CHANGED_MEANWHILE, and with every refusal of registering.
 */
export async function moveRegistration(work: Work, move: Move): Promise<RegisteredEvent> {
  const { registrationId, userId, eventId, newTimeSlotId: eventSlotId, newFocusId: focusId, version } = move
  const registration = await lockRegistration(work.tx, registrationId, version)
  if (registration.userId !== userId || registration.eventId !== eventId) {
    throw new Refusal('REGISTRATION_NOT_FOUND')
  }
  const [outcome] = await register(work, [
    { userId, eventId, eventSlotId, focusId, askedBy: askedByAdministrator(work) },
  ])
  if (outcome === undefined || typeof outcome === 'string') throw new Refusal(outcome ?? 'NOT_READY')
  return outcome
}

function askedByAdministrator({ actingUserId }: Work): Asked['askedBy'] {
  return { userId: actingUserId ?? null, permissions: ['registrations:write'] }
}
