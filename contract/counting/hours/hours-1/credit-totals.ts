import { sum } from '#contract/core/numbers.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { hoursByDay } from '#contract/events/slots/hours-by-day.ts'
import type { Finding, FindingReason } from '../findings.ts'
import type { CountedDay } from './count-day.ts'

/** A finding's hours. `missing`: why some are missing, or that none are. */
type Counted = Pick<Finding, 'hours' | 'hoursBySeason' | 'byDay'> & { missing: FindingReason }
type Total = Counted & Pick<Finding, 'possibleHours'>

/** Adds up the days. Minutes become whole hours once at the end; in mode `sum` per day if the figures say so. */
export function totalOf(figures: Figures, days: CountedDay[]): Total {
  const possibleHours = Math.min(
    figures.mostHours,
    Math.floor(sum(days.map(({ possible }) => possible)) / 60),
  )
  const total =
    figures.mode === 'each' ? totalOfHours(figures, days) : totalOfMinutes(figures, days, possibleHours)
  return { possibleHours, ...total }
}

function totalOfHours({ leastHoursADay, mostHours }: Figures, days: CountedDay[]): Counted {
  const kept = days.map(({ on, earned }) => ({ on, minutes: earned < leastHoursADay * 60 ? 0 : earned }))
  const codes = new Set(days.flatMap(({ hours }) => hours.map(({ code }) => code)))
  const hours = Math.min(mostHours, Math.floor(sum(kept.map(({ minutes }) => minutes)) / 60))
  return {
    hours,
    hoursBySeason: hoursBySeason(hours, kept, 60),
    byDay: hoursByDay(hours, kept),
    missing: kept.some(({ minutes }, index) => minutes < (days[index]?.earned ?? 0))
      ? 'day-minimum'
      : reasonOf(codes.has('too-short') || codes.has('not-there'), codes.has('poll-missing')),
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
    hoursBySeason: hoursBySeason(hours, kept, hourMinutes),
    byDay: hoursByDay(hours, kept, hourMinutes),
    missing: counted.some(({ minutes }) => minutes > 0 && minutes < leastMinutes)
      ? 'day-minimum'
      : reasonOf(byPresence < possible, hours < byPresence),
  }
}

function reasonOf(missesPresence: boolean, missesPolls: boolean): FindingReason {
  if (missesPresence) return missesPolls ? 'presence-and-polls' : 'presence'
  return missesPolls ? 'polls' : 'full'
}

/**
 * Splits whole hours by each day's renewal year, in order. An hour that two days share belongs to the day
 * that completes it. Hours beyond all days' minutes, such as manual ones, belong to the last day.
 */
function hoursBySeason(
  hours: number,
  days: readonly { on: PlainDate; minutes: number }[],
  hourMinutes: number,
): Record<number, number> {
  const split: Record<number, number> = {}
  let minutes = 0
  let before = 0
  for (const [index, day] of days.entries()) {
    minutes += day.minutes
    const reached = index === days.length - 1 ? hours : Math.min(hours, Math.floor(minutes / hourMinutes))
    const season = seasonOfDay(day.on)
    split[season] = (split[season] ?? 0) + reached - before
    before = reached
  }
  return split
}
