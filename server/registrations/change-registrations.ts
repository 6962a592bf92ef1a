import { refusals } from '#contract/core/refusals.ts'
import type { RegisteredEvent } from '#contract/registrations/calls.ts'
import type { RegistrationPlan } from '#contract/registrations/changes.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Work } from '#server/work.ts'
import { deleteRegistration } from './delete-registration.ts'
import { lockRegistration } from './lock-registration.ts'
import { register } from './registrations.ts'

/**
 * Adds, moves and removes registrations of one person for an administrator. If a part is refused, refuses them all with
 * REGISTRATIONS_REFUSED, and with the reason for each part.
 */
export async function changeRegistrations(
  work: Work,
  { userId, slots, removed }: RegistrationPlan,
): Promise<RegisteredEvent[]> {
  const askedBy = { userId: work.actingUserId ?? null, permissions: ['registrations:write'] } as const
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
      const { userId: ofUser } = await lockRegistration(
        work.tx,
        registration.registrationId,
        registration.version,
      )
      if (ofUser !== userId) throw new Refusal('REGISTRATION_NOT_FOUND')
      await deleteRegistration(work, registration)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems[`removed.${place}`] = error.message
    }
  }
  if (Object.keys(problems).length > 0) throw new Refusal('REGISTRATIONS_REFUSED', { fields: problems })
  return outcomes.filter((outcome) => typeof outcome !== 'string')
}
