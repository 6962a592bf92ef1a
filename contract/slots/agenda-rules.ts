import { sum } from '#contract/core/numbers.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import { type AgendaHour, agendaOf, beginOf, endOf, type StatedAgenda } from './agendas.ts'
import { type SlotTime, slotDays } from './times.ts'

/** A webinar may begin or end this much earlier or later than its slot. */
export const spareMs = 4 * 3_600_000

const minuteMs = 60_000
const mostWorthMinutes = 8 * 60

/** A problem of one hour of an agenda, or of all (`hour` null). */
export interface AgendaProblem {
  hour: number | null
  words: string
}

/** Returns what is wrong with the hours of a slot as they were stated. `planned`: as the season's figures plan them. */
export function agendaProblems(
  slot: SlotTime,
  hours: readonly AgendaHour[],
  planned: readonly AgendaHour[],
): AgendaProblem[] {
  if (hours.length === 0) return [{ hour: null, words: 'At least one hour has to stay.' }]
  const problems = hours.flatMap((hour, place) => {
    const words = problemOf(slot, hour, hours[place - 1])
    return words ? [{ hour: place, words }] : []
  })
  const most = Math.max(mostWorthMinutes, worth(planned))
  const words = `All hours together may be worth ${most / 60} hours at most.`
  return worth(hours) > most ? [...problems, { hour: null, words }] : problems
}

/** Returns the problems of a statement in one text, each with its hour; undefined if it is valid. */
export function statementProblem(
  slot: SlotTime,
  stated: StatedAgenda,
  planned: readonly AgendaHour[],
): string | undefined {
  const isExact = stated.every(({ pieces }) => pieces.flat().every((time) => exactInstant.test(time)))
  if (!isExact) return 'A time is an instant with its zone, like 2027-02-09T14:00:00Z.'
  const words = agendaProblems(slot, agendaOf(stated), planned).map(({ hour, words }) =>
    hour === null ? words : `Hour ${hour + 1}: ${words}`,
  )
  return words.length > 0 ? words.join(' ') : undefined
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
  const endAt = day.endAt > day.startAt ? day.endAt.getTime() : day.endAt.getTime() + 86_400_000
  if (beginOf(hour).getTime() < day.startAt.getTime() - spareMs || endOf(hour).getTime() > endAt + spareMs) {
    return `It is more than ${spareMs / 3_600_000} hours outside of the slot.`
  }
  if (before && beginOf(hour) < endOf(before)) return 'It begins before the hour above has ended.'
  if (!Number.isInteger(value) || value < 1 || value > mostWorthMinutes) {
    return `It has to be worth 1 to ${mostWorthMinutes} minutes of credit.`
  }
  return undefined
}

function worth(hours: readonly AgendaHour[]): number {
  return sum(hours.map(({ value }) => value))
}
