import { sum } from '#contract/core/numbers.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { deadlineOf, seasonLabel } from '#contract/core/season.ts'
import { hoursInSeason } from '#contract/events/events/facts.ts'
import type { RenewalYear, TwoYears } from '#contract/registrations/registrations/renewal-years.ts'
import { hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import type { Place } from '#contract/registrations/waitlists/calls.ts'
import { counted } from '#web/core/texts/counts.ts'

/** An hour of the eight: earned, expected from a registration, tentative because of a waitlist, or missing. */
export type HourLook = 'earned' | 'registered' | 'waited' | 'missing'

/** Returns the look of each of the eight hours, in order. */
export function hourLooks(year: RenewalYear, hoursWaited = 0): HourLook[] {
  const { earned, registered, waited, missing } = shares(year, hoursWaited)
  return [
    ...Array<HourLook>(earned).fill('earned'),
    ...Array<HourLook>(registered).fill('registered'),
    ...Array<HourLook>(waited).fill('waited'),
    ...Array<HourLook>(missing).fill('missing'),
  ]
}

/** Returns the legend: '4 earned', '4 registered', '0 to go'. */
export function legend(year: RenewalYear, hoursWaited = 0): { look: HourLook; text: string }[] {
  const { earned, registered, waited, missing } = shares(year, hoursWaited)
  return [
    { look: 'earned', text: `${earned} earned` },
    { look: 'registered', text: `${registered} registered` },
    { look: 'missing', text: `${waited + missing} to go` },
    ...(waited > 0 ? [{ look: 'waited' as const, text: `${waited} on a waitlist` }] : []),
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

/** Says when the two years are shown, and what each requires. Source: 14 CFR 65.93(a). */
export function renewalWords([, second]: TwoYears): string {
  return `For your renewal in March ${second.season}, 14 CFR 65.93 asks for an activity in each of two years. One of the activities is ${hoursNeeded} hours of refresher training.`
}

/** Returns both years as lines: 'First year 2025-2026, by 31 Mar 2026' and '8 of 8 hours'. */
export function yearLines(years: TwoYears): { season: number; year: string; hours: string }[] {
  return years.map(({ season, hoursEarned }, place) => ({
    season,
    year: `${place === 0 ? 'First' : 'Second'} year ${seasonLabel(season)}, by ${shownDate(deadlineOf(season))}`,
    hours: `${hoursEarned} of ${hoursNeeded} hours`,
  }))
}

/**
 * Returns the waitlisted hours in a renewal year; of one event's slots, only the first one's. A registered
 * event already counts.
 */
export function hoursWaited(
  waits: readonly Place[],
  held: readonly { eventId: number }[],
  season: number,
): number {
  const perEvent = new Map(waits.toReversed().map((wait) => [wait.eventId, wait]))
  for (const { eventId } of held) perEvent.delete(eventId)
  return sum([...perEvent.values()].map((wait) => hoursInSeason(season, wait, wait.creditHours)))
}

/** Returns the eight hours in parts, without hours beyond eight. */
function shares({ hoursEarned, hoursMissing }: RenewalYear, hoursWaited: number): Record<HourLook, number> {
  const earned = Math.min(hoursEarned, hoursNeeded)
  const open = earned === hoursNeeded ? 0 : hoursMissing
  const waited = Math.min(open, hoursWaited)
  return { earned, waited, missing: open - waited, registered: hoursNeeded - earned - open }
}
