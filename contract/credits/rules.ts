import * as z from 'zod/mini'
import type { RefusalCode } from '#contract/core/refusals.ts'

/** No slot gives more hours of credit, in one day or in several. */
export const mostHours = 8

/** Hours that can be credited; 0 withdraws what was. */
export const creditableHours = Array.from({ length: mostHours + 1 }, (_, hours) => hours)

const error = `Hours are a whole number from 0 to ${mostHours}`
export const Hours = z.int({ error }).check(z.minimum(0, { error }), z.maximum(mostHours, { error }))

/** Who or what decided a credit. */
export type CreditSource = 'administrator' | 'csv' | 'attendance'

/** Why these hours can't be credited, or undefined: 0 withdraws what was credited, and there has to be something. */
export function creditRefusal(
  hours: number,
  registration: { hours: number; isProfileComplete: boolean },
): RefusalCode | undefined {
  if (hours === 0) return registration.hours > 0 ? undefined : 'HOURS_ZERO'
  return registration.isProfileComplete ? undefined : 'PROFILE_INCOMPLETE'
}
