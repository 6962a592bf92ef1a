import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaDay, AgendaHour } from './agendas.ts'
import { beginOf, endOf } from './agendas.ts'
import type { Span } from './presence.ts'
import { secondOf } from './presence.ts'

/** Rows further outside a day's hours are ignored. */
const reachSeconds = 3600

/** Returns the whole taught minutes of an hour, past or planned. */
export function taughtMinutesOf({ pieces }: AgendaHour): number {
  return Math.floor(sum(pieces.map(({ startAt, endAt }) => secondOf(endAt) - secondOf(startAt))) / 60)
}

/**
 * Returns the minutes of presence that an hour needs, in mode `each`. Since `hours-2`, an hour taught for
 * less than `teachingMinutes` needs its share of them.
 */
export function neededMinutes(figures: Figures, taughtMinutes: number): number {
  const { code, neededShare, neededMinutes, teachingMinutes } = figures
  // Rounded first, because 0.07 * 100 exceeds 7.
  if (neededShare !== undefined) return Math.ceil(Number((neededShare * taughtMinutes).toFixed(6)))
  return code !== 'hours-1' && taughtMinutes < teachingMinutes
    ? Math.ceil((neededMinutes * taughtMinutes) / teachingMinutes)
    : neededMinutes
}

/** Returns the second in which an hour's period ends, or its teaching if later. */
export function periodEndOf({ periodMinutes, coursesAnHour = 1 }: Figures, hour: AgendaHour): number {
  const period = secondOf(beginOf(hour)) + (periodMinutes / coursesAnHour) * 60
  return Math.max(period, secondOf(endOf(hour)))
}

/** Returns the time around a day's hours in which a report's rows count. */
export function reachOf(figures: Figures, { hours, startAt }: AgendaDay): Span {
  const ends = hours.map((hour) => periodEndOf(figures, hour))
  return [secondOf(startAt) - reachSeconds, Math.max(...ends) + reachSeconds]
}
