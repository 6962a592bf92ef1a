import type { Input } from '#contract/core/endpoint.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import type { RegistrationPlan, updateTimeslot } from '#contract/registrations/registrations/changes.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { slotFull } from '#server/events/slots/slot-seats.ts'
import type { Work } from '#server/work.ts'
import { deleteRegistration } from './delete-registration.ts'
import { lockRegistration } from './lock-registration.ts'
import type { Asked } from './registration-facts.ts'
import { lockFacts } from './registration-facts.ts'
import { register } from './registrations.ts'

/**
 * Adds, moves and removes one person's registrations for an administrator. If a part is refused, refuses them
 * all with REGISTRATIONS_REFUSED, and with the reason for each part; with SLOT_FULL if only full slots are in
 * the way.
 */
export async function changeRegistrations(
  work: Work,
  { userId, slots, removed, overbooks }: RegistrationPlan,
): Promise<RegisteredEvent[]> {
  const askedBy = askedByAdministrator(work)
  const outcomes = await register(
    work,
    slots.map((slot) => ({ ...slot, userId, askedBy, overbooks })),
  )
  const problems: Record<string, string> = {}
  for (const [place, outcome] of outcomes.entries()) {
    const slotId = slots[place]?.eventSlotId as number
    if (outcome === 'SLOT_FULL')
      problems[`slots.${place}`] = (await slotFull(work.tx, slotId, work.clock())).message
    else if (typeof outcome === 'string') problems[`slots.${place}`] = refusals[outcome].message
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
  const words = Object.values(problems)
  if (words.length > 0) {
    const isFull = words.length === outcomes.filter((outcome) => outcome === 'SLOT_FULL').length
    if (isFull) throw new Refusal('SLOT_FULL', { message: words.join(' '), fields: problems })
    throw new Refusal('REGISTRATIONS_REFUSED', { fields: problems })
  }
  return outcomes.filter((outcome) => typeof outcome !== 'string')
}

/** A move; `isUnmailed` as in a request to register. */
type Move = Input<typeof updateTimeslot>['body'] & Pick<Asked, 'isUnmailed'>

/**
 * Moves a registration to another slot of its event, for an administrator. Refuses with REGISTRATION_NOT_FOUND, also for another
 * person's or event's, with CHANGED_MEANWHILE, and with every refusal of registering.
 */
export async function moveRegistration(work: Work, move: Move): Promise<RegisteredEvent> {
  const { registrationId, userId, eventId, version } = move
  await lockMoves(work, [move])
  const registration = await lockRegistration(work.tx, registrationId, version)
  if (registration.userId !== userId || registration.eventId !== eventId) {
    throw new Refusal('REGISTRATION_NOT_FOUND')
  }
  const [outcome] = await register(work, [askedOf(work, move)])
  if (outcome === 'SLOT_FULL') throw await slotFull(work.tx, move.newTimeSlotId, work.clock())
  if (outcome === undefined || typeof outcome === 'string') throw new Refusal(outcome ?? 'NOT_READY')
  return outcome
}

/**
 * Locks all that moves of registrations need, in the order of all verbs: events, slots, and registrations by
 * person.
 */
export async function lockMoves(work: Work, moves: Move[]) {
  await lockFacts(
    work.tx,
    moves.map((move) => askedOf(work, move)),
  )
}

function askedOf(
  work: Work,
  { userId, eventId, newTimeSlotId, newFocusId, overbooks, isUnmailed }: Move,
): Asked {
  const askedBy = askedByAdministrator(work)
  return { userId, eventId, eventSlotId: newTimeSlotId, focusId: newFocusId, askedBy, overbooks, isUnmailed }
}

/** Returns the actor of `work` as an administrator who asks for others. */
export function askedByAdministrator({ actingUserId }: Work): Asked['askedBy'] {
  return { userId: actingUserId ?? null, permissions: ['registrations:write'] }
}
