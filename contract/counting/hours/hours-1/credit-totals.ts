import { sum } from '#contract/core/numbers.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { hoursByDay, hoursBySeason } from '#contract/events/slots/hours-by-day.ts'
import { missingOf } from '../course-totals.ts'
import type { Finding, FindingReason } from '../findings.ts'
import type { CountedDay } from './count-day.ts'

/** A finding's hours. `missing`: why some are missing, or that none are. */
interface Counted {
  hours: number
  byDay: DayHours[]
  missing: FindingReason
}
type Total = Counted & Pick<Finding, 'possibleHours' | 'hoursBySeason'>

/** Adds up the days. Minutes become whole hours once at the end; in mode `sum` per day if the figures say so. */
export function totalOf(figures: Figures, days: CountedDay[]): Total {
  const possibleHours = Math.min(
    figures.mostHours,
    Math.floor(sum(days.map(({ possible }) => possible)) / 60),
  )
  const { hours, ...total } =
    figures.mode === 'each' ? totalOfHours(figures, days) : totalOfMinutes(figures, days, possibleHours)
  const none = Object.fromEntries(days.map(({ on }) => [seasonOfDay(on), 0]))
  return { possibleHours, hours, hoursBySeason: { ...none, ...hoursBySeason(total.byDay) }, ...total }
}

function totalOfHours({ leastHoursADay, mostHours }: Figures, days: CountedDay[]): Counted {
  const kept = days.map(({ on, earned }) => ({ on, minutes: earned < leastHoursADay * 60 ? 0 : earned }))
  const codes = new Set(days.flatMap(({ hours }) => hours.map(({ code }) => code)))
  const hours = Math.min(mostHours, Math.floor(sum(kept.map(({ minutes }) => minutes)) / 60))
  return {
    hours,
    byDay: hoursByDay(hours, kept),
    missing: kept.some(({ minutes }, index) => minutes < (days[index]?.earned ?? 0))
      ? 'day-minimum'
      : missingOf(codes.has('too-short') || codes.has('not-there'), codes.has('poll-missing')),
  }
}

function totalOfMinutes(figures: Figures, days: CountedDay[], possible: number): Counted {
  const { leastHoursADay, mostHours, hourMinutes = figures.teachingMinutes, roundPer } = figures
  const leastMinutes = leastHoursADay * hourMinutes
  const rounded = (minutes: number) => Math.floor(minutes / hourMinutes)
  const counted = days.map(({ on, hours, allowed }) => {
    const there = sum(hours.map(({ minutes }) => minutes))
    const present = roundPer === 'day' ? rounded(there) * hourMinutes : there
    return { on, present, minutes: Math.min(present, allowed * hourMinutes) }
  })
  const kept = counted.map((day) => (day.minutes < leastMinutes ? { ...day, minutes: 0 } : day))
  const hours = Math.min(mostHours, rounded(sum(kept.map(({ minutes }) => minutes))))
  const byPresence = Math.min(mostHours, rounded(sum(kept.map(({ present }) => present))))
  return {
    hours,
    byDay: hoursByDay(hours, kept, hourMinutes),
    missing: counted.some(({ minutes }) => minutes > 0 && minutes < leastMinutes)
      ? 'day-minimum'
      : missingOf(byPresence < possible, hours < byPresence),
  }
}
