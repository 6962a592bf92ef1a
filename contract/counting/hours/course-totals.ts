import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { hoursByDay } from '#contract/events/slots/hours-by-day.ts'
import type { CountedHour } from './count-slot.ts'
import type { CourseWorth } from './course-hours.ts'
import { dayOfCourse, worthByCourse } from './course-hours.ts'
import type { Finding, FindingReason } from './findings.ts'

/** A finding's hours. `missing`: why some are missing. `isAll`: no more are possible. */
export type Total = Pick<Finding, 'hours' | 'possibleHours'> & {
  byDay: NonNullable<Finding['byDay']>
  missing: FindingReason
  isAll: boolean
}

/** An hour in its slot. `counts`: it counts there. */
export type PlacedHour = CountedHour & { eventSlotId: number; counts: boolean }

/**
 * Adds up the hours that count, each course hour once. `codes`: the best code of each course hour. `others`:
 * hours of slots without rows of the person.
 */
export function totalOfHours(
  figures: Figures,
  hours: readonly PlacedHour[],
  {
    registered,
    others,
    codes,
  }: { registered: number; others: readonly CourseWorth[]; codes: ReadonlySet<string> },
): Total {
  const { leastHoursADay, mostHours } = figures
  const counting = hours.filter(({ counts }) => counts)
  const worth = counting.map(({ hour }) => ({ course: hour.course, value: hour.value }))
  const kept = ofLongDays(worth, leastHoursADay)
  const keptWorth = worthByCourse(kept)
  const whole = (list: readonly CourseWorth[]) =>
    Math.floor(sum(ofLongDays(list, leastHoursADay).map(({ value }) => value)) / 60)
  const total = Math.min(mostHours, whole(worth))
  const own = mostWorth(hours.filter(({ eventSlotId }) => eventSlotId === registered).map(({ hour }) => hour))
  const course = mostWorth([...hours.map(({ hour }) => hour), ...others])
  const ownEarned = own.map(({ course, value }) => ({
    course,
    value: Math.min(value, keptWorth.get(course) ?? 0),
  }))
  const ownHours = Math.min(mostHours, whole(own))
  const isAll =
    total === mostHours ||
    (ownHours > 0 && whole(ownEarned) >= whole(own)) ||
    Math.floor(sumOf(kept) / 60) >= whole(course)
  return {
    hours: total,
    possibleHours: total > ownHours ? Math.min(mostHours, whole(course)) : ownHours,
    byDay: hoursByDay(
      total,
      counting
        .filter(({ hour }) => keptWorth.has(hour.course))
        .map(({ hour }) => ({ on: hour.on, minutes: hour.value })),
    ),
    isAll: isAll && total > 0,
    missing:
      kept.length < worth.length
        ? 'day-minimum'
        : missingOf(codes.has('too-short') || codes.has('not-there'), codes.has('poll-missing')),
  }
}

/** Drops the hours of days with too few to count. */
function ofLongDays(hours: readonly CourseWorth[], leastHoursADay: number): CourseWorth[] {
  const days = Map.groupBy(hours, ({ course }) => dayOfCourse(course))
  return [...days.values()].filter((ofDay) => sumOf(ofDay) >= leastHoursADay * 60).flat()
}

function sumOf(hours: readonly CourseWorth[]): number {
  return sum(hours.map(({ value }) => value))
}

/** Returns each course hour once, with its most credit. */
function mostWorth(hours: readonly CourseWorth[]): CourseWorth[] {
  return [...worthByCourse(hours)].map(([course, value]) => ({ course, value }))
}

export function missingOf(missesPresence: boolean, missesPolls: boolean): FindingReason {
  if (missesPresence) return missesPolls ? 'presence-and-polls' : 'presence'
  return missesPolls ? 'polls' : 'full'
}
