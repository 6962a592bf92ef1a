import * as z from 'zod/mini'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { mostHours } from '#contract/events/events/facts.ts'

/** The creditable hours; 0 withdraws a credit. */
export const creditableHours = Array.from({ length: mostHours + 1 }, (_, hours) => hours)

const error = `Hours are a whole number from 0 to ${mostHours}`
export const Hours = z.int({ error }).check(z.minimum(0, { error }), z.maximum(mostHours, { error }))

export type CreditSource = 'administrator' | 'csv' | 'attendance'

/**
 * Returns why these hours can't be credited by hand, or undefined. 0 withdraws a credit; without one, 0 needs
 * a reason. Hours issue a certificate, which needs a complete training provider; changed hours correct it.
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
 * Returns true if a manual credit would change nothing: the same one exists, or it is 0 without a reason and
 * nothing is credited. Hours set by the rule don't count as manual, so repeating them by hand is a change.
 */
export function isDecidedAlready(
  hours: number,
  registration: { hours: number; isDecided: boolean },
  reason = '',
): boolean {
  return hours === registration.hours && (registration.isDecided || (hours === 0 && !reason.trim()))
}

/**
 * Returns why a registration can't go back to automatic hours, or undefined. `ruleHours` is null without a
 * manual credit. An undone credit of the rule can go back, too.
 */
export function releaseRefusal(
  registration: { ruleHours: number | null; isTakenBack?: boolean } & Parameters<typeof creditRefusal>[1],
): RefusalCode | undefined {
  if (registration.ruleHours === null) return registration.isTakenBack ? undefined : 'NOT_DECIDED'
  return registration.ruleHours === 0 ? undefined : creditRefusal(registration.ruleHours, registration)
}
