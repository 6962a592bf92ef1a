import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaDay, AgendaHour } from './agendas.ts'
import { beginOf, endOf } from './agendas.ts'
import type { Span } from './presence.ts'
import { secondOf } from './presence.ts'

/** Rows that are further outside of a day's hours mean nothing. */
const reachSeconds = 3600

/** Returns the whole minutes that an hour was taught, or will be. */
export function taughtMinutesOf({ pieces }: AgendaHour): number {
  return Math.floor(sum(pieces.map(({ startAt, endAt }) => secondOf(endAt) - secondOf(startAt))) / 60)
}

/**
 * Returns the minutes of presence that an hour needs, in mode `each`. Since `hours-2`, an hour that was taught for less than
 * `teachingMinutes` needs its share of them.
 */
export function neededMinutes(figures: Figures, taughtMinutes: number): number {
  const { code, neededShare, neededMinutes, teachingMinutes } = figures
  // Rounded first, because 0.07 * 100 is a little more than 7.
  if (neededShare !== undefined) return Math.ceil(Number((neededShare * taughtMinutes).toFixed(6)))
  return code !== 'hours-1' && taughtMinutes < teachingMinutes
    ? Math.ceil((neededMinutes * taughtMinutes) / teachingMinutes)
    : neededMinutes
}

/** Returns the second in which the period of an hour ends, or its teaching if that ends later. */
export function periodEndOf({ periodMinutes, coursesAnHour = 1 }: Figures, hour: AgendaHour): number {
  const period = secondOf(beginOf(hour)) + (periodMinutes / coursesAnHour) * 60
  return Math.max(period, secondOf(endOf(hour)))
}

/** Returns the time around a day's hours in which rows of a report mean something. */
export function reachOf(figures: Figures, { hours, startAt }: AgendaDay): Span {
  const ends = hours.map((hour) => periodEndOf(figures, hour))
  return [secondOf(startAt) - reachSeconds, Math.max(...ends) + reachSeconds]
}
