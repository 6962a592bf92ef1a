import { hoursNeeded, type RenewalYear } from '#contract/registrations/renewal-years.ts'
import { counted } from '#web/core/texts/counts.ts'

/** An hour of the eight: earned, expected from a registration, or missing. */
export type HourLook = 'earned' | 'registered' | 'missing'

/** Returns the look of each of the eight hours, in order. */
export function hourLooks(year: RenewalYear): HourLook[] {
  const { earned, registered, missing } = shares(year)
  return [
    ...Array<HourLook>(earned).fill('earned'),
    ...Array<HourLook>(registered).fill('registered'),
    ...Array<HourLook>(missing).fill('missing'),
  ]
}

/** Returns the legend: '4 earned', '4 registered', '0 to go'. */
export function legend(year: RenewalYear): { look: HourLook; text: string }[] {
  const { earned, registered, missing } = shares(year)
  return [
    { look: 'earned', text: `${earned} earned` },
    { look: 'registered', text: `${registered} registered` },
    { look: 'missing', text: `${missing} to go` },
  ]
}

/** Returns what the hours mean for the person, as a sentence. */
export function standing({ hoursEarned, hoursToCome, hoursMissing }: RenewalYear): string {
  if (hoursEarned >= hoursNeeded) return "You've met this year's 8-hour requirement."
  if (hoursMissing === 0) {
    return `Your registrations cover the remaining ${counted(hoursNeeded - hoursEarned, 'hour')}.`
  }
  if (hoursToCome > 0) return `You'll still need ${counted(hoursMissing, 'more hour')}.`
  return `${counted(hoursMissing, 'hour')} to go.`
}

/** Returns the eight hours in three parts. Hours beyond eight are not shown. */
function shares({ hoursEarned, hoursMissing }: RenewalYear): Record<HourLook, number> {
  const earned = Math.min(hoursEarned, hoursNeeded)
  const missing = earned === hoursNeeded ? 0 : hoursMissing
  return { earned, missing, registered: hoursNeeded - earned - missing }
}
