import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { hoursByDay } from '#contract/events/slots/hours-by-day.ts'
import type { CountedHour } from './count-slot.ts'
import { hoursAllowed } from './count-slot.ts'
import { dayOfCourse } from './course-hours.ts'
import type { HourInSlot, Slot, Taken } from './course-slots.ts'
import { isFree } from './course-slots.ts'
import type { Total } from './course-totals.ts'
import { missingOf } from './course-totals.ts'
import type { HourFinding } from './findings.ts'

/** An hour in its slot, with its minutes. */
type HourMinutes = HourInSlot & { each: CountedHour; minutes: number }

/** A day of a slot. `allowed`: the minutes that its polls allow. */
interface SlotDay {
  eventSlotId: number
  course: string
  hours: HourMinutes[]
  allowed: number
}

/** A way to count a day of the course. `present`: its minutes regardless of polls. */
interface Way {
  hours: HourMinutes[]
  minutes: number
  present: number
  byDay: { on: HourFinding['on']; minutes: number }[]
}

/**
 * Counts in mode `sum`, where minutes of hours add up. A course day counts in the slot in which it gives
 * most. Where no poll limits it, each hour counts in the slot with most minutes.
 */
export function minutesTaken(
  figures: Figures,
  slots: readonly Slot[],
  registered: number,
): Taken & { total: Total } {
  const { leastHoursADay, mostHours, hourMinutes = figures.teachingMinutes } = figures
  const days = slots.flatMap((slot) =>
    daysOf(
      slot,
      ({ minutes }) => minutes,
      (day) => hoursAllowed(day, slot.opened.evidence.isSettled) * hourMinutes,
    ),
  )
  const ways: Way[] = []
  let overlaps = false
  for (const ofCourse of byCourseDay(days)) {
    const others = ways.flatMap(({ hours }) => hours)
    const free = ofCourse.map((day) => ({ ...day, hours: day.hours.filter((hour) => isFree(hour, others)) }))
    const way = bestWay(figures, free, isFree)
    overlaps ||= way.minutes < bestWay(figures, ofCourse, () => true).minutes
    ways.push(way)
  }
  const isLong = ({ minutes }: Way) => minutes >= leastHoursADay * hourMinutes
  const whole = (minutes: number[]) => Math.min(mostHours, Math.floor(sum(minutes) / hourMinutes))
  const kept = ways.filter(isLong)
  const hours = whole(kept.map(({ minutes }) => minutes))
  const byPresence = whole(kept.map(({ present }) => present))
  const own = slots
    .filter(({ eventSlotId }) => eventSlotId === registered)
    .flatMap((slot) =>
      daysOf(
        slot,
        ({ taughtMinutes }) => taughtMinutes,
        () => Number.POSITIVE_INFINITY,
      ),
    )
  const most = byCourseDay(own).map((ofCourse) => bestWay(figures, ofCourse, isFree))
  const possibleHours = whole(most.filter(isLong).map(({ minutes }) => minutes))
  return {
    taken: new Set(kept.flatMap((way) => way.hours.map(({ each }) => each))),
    overlaps,
    total: {
      hours,
      possibleHours: Math.max(possibleHours, hours),
      isAll: hours > 0 && hours >= possibleHours,
      byDay: hoursByDay(
        hours,
        kept.flatMap(({ byDay }) => byDay),
        hourMinutes,
      ),
      missing: ways.some((way) => way.minutes > 0 && !isLong(way))
        ? 'day-minimum'
        : missingOf(byPresence < possibleHours, hours < byPresence),
    },
  }
}

function daysOf(
  { eventSlotId, opened, counted }: Slot,
  minutesOf: (finding: HourFinding) => number,
  allowedOn: (day: Slot['opened']['days'][number]) => number,
): SlotDay[] {
  return opened.days.map((day) => ({
    eventSlotId,
    course: dayOfCourse(day.day.hours[0]?.course ?? ''),
    hours: counted
      .map((each) => ({ each, hour: each.hour, eventSlotId, minutes: minutesOf(each.finding) }))
      .filter(({ hour, minutes }) => hour.on === day.day.on && minutes > 0),
    allowed: allowedOn(day),
  }))
}

function byCourseDay(days: readonly SlotDay[]): SlotDay[][] {
  return [...Map.groupBy(days, ({ course }) => course).values()]
}

/** Returns the best way: one slot alone, or all together. */
function bestWay(figures: Figures, days: readonly SlotDay[], isAllowed: typeof isFree): Way {
  const { roundPer, hourMinutes = figures.teachingMinutes } = figures
  const rounded = (minutes: number) =>
    roundPer === 'day' ? Math.floor(minutes / hourMinutes) * hourMinutes : minutes
  const alone = [...Map.groupBy(days, ({ eventSlotId }) => eventSlotId).values()].map((ofSlot): Way => {
    const counted = ofSlot.map(({ hours, allowed }) => {
      const present = rounded(minutesIn(hours))
      return { hours, present, minutes: Math.min(present, allowed) }
    })
    return {
      hours: ofSlot.flatMap(({ hours }) => hours),
      minutes: minutesIn(counted),
      present: sum(counted.map(({ present }) => present)),
      byDay: counted.flatMap(({ hours: [first], minutes }) => (first ? { on: first.hour.on, minutes } : [])),
    }
  })
  const together: HourMinutes[] = []
  const unlimited = days.filter(({ allowed }) => allowed === Number.POSITIVE_INFINITY)
  for (const hour of unlimited.flatMap(({ hours }) => hours).sort((a, b) => b.minutes - a.minutes)) {
    const isNew = together.every((other) => other.hour.course !== hour.hour.course)
    if (isNew && isAllowed(hour, together)) together.push(hour)
  }
  const minutes = rounded(minutesIn(together))
  const byDay = together.map((each) => ({ on: each.hour.on, minutes: each.minutes }))
  return [...alone, { hours: together, minutes, present: minutes, byDay }].reduce((best, way) =>
    way.minutes > best.minutes ? way : best,
  )
}

function minutesIn(parts: readonly { minutes: number }[]): number {
  return sum(parts.map(({ minutes }) => minutes))
}
