import type { CourseHour } from '#contract/counting/hours/course-hours.ts'
import { numberOfCourse } from '#contract/counting/hours/course-hours.ts'
import { explainHour } from '#contract/counting/hours/explain.ts'
import type { HourCode, HourFinding } from '#contract/counting/hours/findings.ts'
import type { MakeUp, MakeUpSlot } from '#contract/counting/make-ups/offers.ts'
import { makeUpsOf } from '#contract/counting/make-ups/offers.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays, beginOf, endOf } from '#contract/events/slots/agendas.ts'

/** The results of an hour for its person, including hours without a finding. */
export const ownCodes = ['no-report', 'under-way', 'to-come'] as const

/** An hour of a slot, for its person. */
export interface OwnHour extends Omit<HourFinding, 'code'> {
  /** Counted within its day, from 1. */
  number: number
  code: HourCode | (typeof ownCodes)[number]
  /** The reason why it is missing; null if it is not, or not yet. */
  sentence: string | null
  /** The times at which other slots teach a missing hour again, the next one first. */
  makeUps: MakeUp[]
}

/**
 * Returns all hours of an event for one person. These are the registered slot's hours, as found in any slot
 * or as planned, and course hours that only another slot taught. `others`: the slots that may make up missing
 * hours.
 */
export function ownHours(
  agenda: readonly CourseHour[],
  found: readonly HourFinding[],
  { lateMinutes, now, others }: { lateMinutes: number; now: Date; others: readonly MakeUpSlot[] },
): OwnHour[] {
  const shown = (hour: Unnumbered, course: string) => ({
    ...numbered(hour, course),
    makeUps: isMissing(hour) ? makeUpsOf(course, others, now) : [],
  })
  const byCourse = new Map(found.map((hour) => [hour.course, hour]))
  const planned = agendaDays(agenda).flatMap(({ hours }) =>
    hours.map((hour, index) => {
      const next = hours[index + 1]
      return { hour, closesAt: next ? beginOf(next) : later(hour, lateMinutes) }
    }),
  )
  const courses = new Set(agenda.map(({ course }) => course))
  const elsewhere = found.filter(({ course }) => course !== undefined && !courses.has(course))
  return [
    ...planned.map(({ hour, closesAt }) => {
      const known = byCourse.get(hour.course)
      const own = known && known.code !== 'no-report' ? known : unknownHour(hour, now)
      const isUnderWay = beginOf(hour) <= now && now < closesAt && !own.code.startsWith('earned')
      return shown(isUnderWay ? { ...own, code: 'under-way' } : own, hour.course)
    }),
    ...elsewhere.map((hour) => shown(hour, hour.course ?? '')),
  ]
}

type Unnumbered = Omit<OwnHour, 'number' | 'sentence' | 'makeUps'>

function numbered(hour: Unnumbered, course: string) {
  const number = numberOfCourse(course)
  return { ...hour, number, sentence: isMissing(hour) ? explainHour(hour as HourFinding, number) : null }
}

function unknownHour(hour: CourseHour, now: Date): Unnumbered {
  const startAt = beginOf(hour)
  return {
    on: hour.on,
    course: hour.course,
    startAt,
    code: startAt > now ? 'to-come' : 'no-report',
    taughtMinutes: 0,
    neededMinutes: null,
    minutes: 0,
    away: [],
    polls: null,
  }
}

function later(hour: AgendaHour | undefined, minutes: number): Date {
  return new Date((hour ? endOf(hour).getTime() : 0) + minutes * 60_000)
}

function isMissing({ code, minutes, taughtMinutes }: Unnumbered): boolean {
  if (code === 'counted') return minutes < Math.floor(taughtMinutes)
  return code === 'too-short' || code === 'not-there' || code === 'poll-missing' || code === 'unknown'
}
