import type { PlainDate } from '#contract/core/plain-dates.ts'
import { daysBetween, shownDate } from '#contract/core/plain-dates.ts'
import { deadlineOf, easternDay, firstDayOf } from '#contract/core/season.ts'
import type { Dashboard, DayFigure } from '#contract/office/dashboard/calls.ts'

/** A day of a renewal year with all registrations made by its end; null for a future day. */
export interface CurveDay {
  /** '1 Apr' */
  day: string
  thisSeason: number | null
  lastSeason: number
}

/**
 * Returns both seasons day by day, from April 1 to March 31. Earlier registrations count on the first day,
 * later ones on the last. February 29 is included if this season has one; last season's curve is flat on that
 * day.
 */
export function seasonCurve({
  season,
  days,
  lastSeasonDays,
  asOf,
}: Pick<Dashboard, 'season' | 'days' | 'lastSeasonDays' | 'asOf'>): CurveDay[] {
  const all = daysOfRenewalYear(season)
  const today = easternDay(asOf)
  const now = totals(days, all)
  const before = totals(
    lastSeasonDays.map(({ on, registrations }) => ({ on: yearLater(on), registrations })),
    all,
  )
  return all.map((on, place) => ({
    day: shownDate(on).slice(0, 6).replace(/^0/, ''),
    thisSeason: on <= today ? (now[place] ?? 0) : null,
    lastSeason: before[place] ?? 0,
  }))
}

/** Returns the newest day that is not in the future. */
export function newestDay(curve: CurveDay[]): CurveDay | undefined {
  return curve.findLast(({ thisSeason }) => thisSeason !== null)
}

/** Returns the last day of each month, and the newest day of the current month. */
export function monthEnds(curve: CurveDay[]): CurveDay[] {
  const newest = newestDay(curve)
  return curve.filter((day, place) => curve[place + 1]?.day.startsWith('1 ') !== false || day === newest)
}

function daysOfRenewalYear(season: number): PlainDate[] {
  return daysBetween(firstDayOf(season), deadlineOf(season))
}

function totals(figures: DayFigure[], days: PlainDate[]) {
  const [first, last] = [days[0] as PlainDate, days.at(-1) as PlainDate]
  const made = new Map<PlainDate, number>()
  for (const { on, registrations } of figures) {
    const day = on < first ? first : on > last ? last : on
    made.set(day, (made.get(day) ?? 0) + registrations)
  }
  let total = 0
  return days.map((day) => {
    total += made.get(day) ?? 0
    return total
  })
}

/** Returns the same day a year later; February 28 for February 29. */
function yearLater(on: PlainDate): PlainDate {
  const [year, ...rest] = on.split('-')
  const monthAndDay = rest.join('-').replace('02-29', '02-28')
  return `${Number(year) + 1}-${monthAndDay}` as PlainDate
}
