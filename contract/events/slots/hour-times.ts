import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { hasWholeHours } from '#contract/events/credit-rules/versions.ts'
import type { AgendaDay, AgendaHour } from './agendas.ts'
import { beginOf, endOf } from './agendas.ts'
import type { Span } from './presence.ts'
import { secondOf } from './presence.ts'

/** Rows further outside a day's hours are ignored. */
const reachSeconds = 3600

/** Returns the whole taught minutes of an hour, past or planned. */
export function taughtMinutesOf(hour: Pick<AgendaHour, 'pieces'>): number {
  return Math.floor(taughtSecondsOf(hour) / 60)
}

/** Returns the taught time of an hour, from instants cut to whole seconds. */
export function taughtSecondsOf({ pieces }: Pick<AgendaHour, 'pieces'>): number {
  return sum(pieces.map(({ startAt, endAt }) => secondOf(endAt) - secondOf(startAt)))
}

/** The figures that say what an hour needs. */
export type NeedFigures = Pick<Figures, 'code' | 'neededShare' | 'neededMinutes' | 'teachingMinutes'>

/**
 * Returns the minutes of presence that an hour needs, in mode `each`. An hour taught for less than
 * `teachingMinutes` needs its share of them, unless the rule has whole hours only.
 */
export function neededMinutes(figures: NeedFigures, taughtMinutes: number): number {
  const { neededShare, neededMinutes, teachingMinutes } = figures
  // Rounded first, because 0.07 * 100 exceeds 7.
  if (neededShare !== undefined) return Math.ceil(Number((neededShare * taughtMinutes).toFixed(6)))
  return !hasWholeHours(figures) && taughtMinutes < teachingMinutes
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
