import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'

/** A taught hour, with the hour of the course that it teaches. */
export interface CourseHour extends AgendaHour {
  /** Day and hour, like '1.3'. */
  course: string
  /** A report covers its day. */
  isCovered: boolean
}

/** An hour of the course, and its minutes of credit. */
export interface CourseWorth {
  /** Day and hour, like '1.3'. */
  course: string
  value: number
}

/** A slot's hours as taught and as planned. */
export interface TaughtSlot {
  time: SlotTime
  agenda: readonly AgendaHour[]
  planned: readonly AgendaHour[]
}

/**
 * Returns the hours of an event's slots, each with its course hour. Hours are the same if day and number
 * match. If slots have different numbers of days, hours are numbered through the whole planned slot, all as
 * day 1.
 */
export function courseHoursOf(slots: readonly TaughtSlot[]): Omit<CourseHour, 'isCovered'>[][] {
  const daysOf = slots.map(({ time }) => slotDays(time).map(({ on }) => on))
  const isSameLength = new Set(daysOf.map(({ length }) => length)).size < 2
  return slots.map(({ agenda, planned }, place) => {
    const days = daysOf[place] ?? []
    return agendaDays(agenda).flatMap(({ on, hours }) => {
      const day = days.indexOf(on)
      const before = isSameLength ? 0 : planned.filter((hour) => days.indexOf(hour.on) < day).length
      return hours.map((hour, index) => ({
        ...hour,
        course: `${isSameLength ? day + 1 : 1}.${before + (hour.hour ?? index + 1)}`,
      }))
    })
  })
}

/** Returns the most credit of each course hour. */
export function worthByCourse(hours: readonly CourseWorth[]): Map<string, number> {
  const most = new Map<string, number>()
  for (const { course, value } of hours) most.set(course, Math.max(value, most.get(course) ?? 0))
  return most
}

export function dayOfCourse(course: string): string {
  return course.slice(0, course.indexOf('.'))
}

/** Returns a course hour's number on its day. */
export function numberOfCourse(course: string): number {
  return Number(course.slice(course.indexOf('.') + 1))
}

/** Groups hours by course hour, in order. An hour of the rule `hours-1` is its own group. */
export function byCourseHour<Hour extends { course?: string | undefined }>(hours: readonly Hour[]): Hour[][] {
  const groups = Map.groupBy(hours, (hour) => hour.course ?? hour)
  return [...groups.values()].sort(([a], [b]) => placeOf(a) - placeOf(b))
}

/** A day has at most a thousand numbered hours. */
function placeOf(hour: { course?: string | undefined } | undefined): number {
  const [day = 0, number = 0] = (hour?.course ?? '').split('.').map(Number)
  return day * 1000 + number
}

/** Returns the most whole hours that anyone can get in a slot. */
export function possibleHours(
  { mostHours }: Pick<Figures, 'mostHours'>,
  agenda: readonly AgendaHour[],
): number {
  return Math.min(mostHours, Math.floor(sum(agenda.map(({ value }) => value)) / 60))
}
