import * as z from 'zod/mini'
import type { RefusalCode } from '#contract/core/refusals.ts'

/** The most hours of credit for a slot, over all its days. */
export const mostHours = 8

/** The hours that can be credited; 0 withdraws a credit. */
export const creditableHours = Array.from({ length: mostHours + 1 }, (_, hours) => hours)

const error = `Hours are a whole number from 0 to ${mostHours}`
export const Hours = z.int({ error }).check(z.minimum(0, { error }), z.maximum(mostHours, { error }))

/** The source of a credit. */
export type CreditSource = 'administrator' | 'csv' | 'attendance'

/** Returns why these hours can't be credited, or undefined. 0 withdraws a credit, which must exist. */
export function creditRefusal(
  hours: number,
  registration: { hours: number; isProfileComplete: boolean },
): RefusalCode | undefined {
  if (hours === 0) return registration.hours > 0 ? undefined : 'HOURS_ZERO'
  return registration.isProfileComplete ? undefined : 'PROFILE_INCOMPLETE'
}
