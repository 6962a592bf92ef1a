import * as z from 'zod/mini'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { mostHours } from '#contract/events/events/facts.ts'

/** The hours that can be credited; 0 withdraws a credit. */
export const creditableHours = Array.from({ length: mostHours + 1 }, (_, hours) => hours)

const error = `Hours are a whole number from 0 to ${mostHours}`
export const Hours = z.int({ error }).check(z.minimum(0, { error }), z.maximum(mostHours, { error }))

/** The source of a credit. */
export type CreditSource = 'administrator' | 'csv' | 'attendance'

/**
 * Returns why a person can't credit these hours, or undefined. 0 withdraws a credit. Without one, 0 needs a reason, and hours
 * issue a certificate, which needs a complete training provider. Other hours than before correct a certificate.
 */
export function creditRefusal(
  hours: number,
  registration: { hours: number; isProfileComplete: boolean; isProviderComplete: boolean },
  reason = '',
): RefusalCode | undefined {
  if (hours === 0) return registration.hours > 0 || reason.trim() ? undefined : 'HOURS_ZERO'
  if (registration.hours === 0 && !registration.isProviderComplete) return 'PROVIDER_INCOMPLETE'
  return registration.isProfileComplete ? undefined : 'PROFILE_INCOMPLETE'
}

/**
 * Tells whether a person's decision would change nothing. The same decision stands, or it is 0 without a reason and nothing is credited.
 * The hours that the rule has set are no decision: a person's same hours stand from then on.
 */
export function isDecidedAlready(
  hours: number,
  registration: { hours: number; isDecided: boolean },
  reason = '',
): boolean {
  return hours === registration.hours && (registration.isDecided || (hours === 0 && !reason.trim()))
}

/**
 * Returns why a registration can't be released to the rule, or undefined. `ruleHours` is null if no person's decision stands. A credit of
 * the rule that was undone can be given back to the rule, too.
 */
export function releaseRefusal(
  registration: { ruleHours: number | null; isTakenBack?: boolean } & Parameters<typeof creditRefusal>[1],
): RefusalCode | undefined {
  if (registration.ruleHours === null) return registration.isTakenBack ? undefined : 'NOT_DECIDED'
  return registration.ruleHours === 0 ? undefined : creditRefusal(registration.ruleHours, registration)
}
