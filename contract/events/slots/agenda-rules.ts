import { sum } from '#contract/core/numbers.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import { shortestTaught } from '#contract/events/credit-rules/figures.ts'
import { hasWholeHours } from '#contract/events/credit-rules/versions.ts'
import type { AgendaHour, StatedAgenda } from './agendas.ts'
import { agendaOf, beginOf, endOf } from './agendas.ts'
import type { NeedFigures } from './hour-times.ts'
import { neededMinutes, taughtMinutesOf } from './hour-times.ts'
import type { SlotTime } from './times.ts'
import { slotDays } from './times.ts'

/** A webinar may begin or end this much earlier or later than its slot. */
export const spareMs = 4 * 3_600_000

const minuteMs = 60_000
const mostWorthMinutes = 8 * 60

/** The most minutes of credit for an hour too short for a whole one. */
const mostShortValue = 30

/** A problem of one hour of an agenda, or of the whole agenda (`hour` null). */
export interface AgendaProblem {
  hour: number | null
  words: string
  /** The minutes of credit that would fix it. */
  value?: number
}

/** Returns the problems of a slot's stated hours. `planned`: the hours by the season's figures. */
export function agendaProblems(
  slot: SlotTime,
  hours: readonly AgendaHour[],
  planned: readonly AgendaHour[],
  figures: NeedFigures,
): AgendaProblem[] {
  if (hours.length === 0) return [{ hour: null, words: 'At least one hour has to stay.' }]
  const problems = hours.flatMap((hour, place): AgendaProblem[] => {
    const words = problemOf(slot, hour, hours[place - 1])
    if (words) return [{ hour: place, words }]
    if (hours.slice(0, place).some((other) => other.on === hour.on && other.hour === hour.hour)) {
      return [{ hour: place, words: 'Another hour of this day has the same number.' }]
    }
    const short = shortProblem(figures, hour)
    return short ? [{ hour: place, ...short }] : []
  })
  const most = Math.max(mostWorthMinutes, worth(planned))
  const words = `All hours together may be worth ${most / 60} hours at most.`
  return worth(hours) > most ? [...problems, { hour: null, words }] : problems
}

/** Returns a statement's problems in one text, hour by hour; undefined if valid. */
export function statementProblem(
  slot: SlotTime,
  stated: StatedAgenda,
  planned: readonly AgendaHour[],
  figures: NeedFigures,
): string | undefined {
  const isExact = stated.every(({ pieces }) => pieces.flat().every((time) => exactInstant.test(time)))
  if (!isExact) return 'A time is an instant with its zone, like 2027-02-09T14:00:00Z.'
  const words = agendaProblems(slot, agendaOf(stated), planned, figures).map(({ hour, words }) =>
    hour === null ? words : `Hour ${hour + 1}: ${words}`,
  )
  return words.length > 0 ? words.join(' ') : undefined
}

/** Returns the places, from 1, of hours that were taught too briefly for their worth. */
export function refusedHours(figures: NeedFigures, agenda: readonly AgendaHour[]): number[] {
  return agenda.flatMap((hour, place) => (shortProblem(figures, hour) ? [place + 1] : []))
}

/** Returns an hour with the most credit that it allows; undefined if it was taught too briefly for any. */
export function asStatable(hour: AgendaHour, figures: NeedFigures): AgendaHour | undefined {
  if (hour.pieces.length === 0) return undefined
  const problem = shortProblem(figures, hour)
  if (!problem) return hour
  return problem.value === undefined ? undefined : { ...hour, value: problem.value }
}

const exactInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

function problemOf(slot: SlotTime, hour: AgendaHour, before: AgendaHour | undefined): string | undefined {
  const { on, pieces, value } = hour
  const times = pieces.flatMap(({ startAt, endAt }) => [startAt.getTime(), endAt.getTime()])
  if (times.length === 0 || times.some(Number.isNaN)) return 'Enter each time.'
  if (pieces.some(({ startAt, endAt }) => endAt.getTime() - startAt.getTime() < minuteMs)) {
    return 'Each time has to end at least a minute after it begins.'
  }
  if (times.some((time, place) => time < (times[place - 1] ?? time))) {
    return 'Its times have to be in order, without an overlap.'
  }
  const day = slotDays(slot).find((day) => day.on === on)
  if (!day) return `The slot does not take place on ${shownDay(on)}.`
  const endAt = slot.endTime > slot.startTime ? day.endAt.getTime() : day.endAt.getTime() + 86_400_000
  if (beginOf(hour).getTime() < day.startAt.getTime() - spareMs || endOf(hour).getTime() > endAt + spareMs) {
    return `It is more than ${spareMs / 3_600_000} hours outside of the slot.`
  }
  if (before && beginOf(hour) < endOf(before)) return 'It begins before the hour above has ended.'
  if (!Number.isInteger(value) || value < 1 || value > mostWorthMinutes) {
    return `It has to be worth 1 to ${mostWorthMinutes} minutes of credit.`
  }
  return undefined
}

function shortProblem(
  figures: NeedFigures,
  hour: AgendaHour,
): Pick<AgendaProblem, 'words' | 'value'> | undefined {
  if (hasWholeHours(figures)) return undefined
  const minutes = taughtMinutesOf(hour)
  if (minutes < shortestTaught) {
    return {
      words: `It was taught for ${minutes} minutes only, and an hour needs ${shortestTaught}. Drop it, or correct its times.`,
    }
  }
  const needed = neededMinutes(figures, figures.teachingMinutes)
  if (minutes >= needed || hour.value <= mostShortValue) return undefined
  return {
    words: `It was taught for ${minutes} minutes, and a whole hour needs ${needed}. Enter ${mostShortValue} minutes of credit at most.`,
    value: mostShortValue,
  }
}

function worth(hours: readonly AgendaHour[]): number {
  return sum(hours.map(({ value }) => value))
}
