import * as z from 'zod/mini'
import { requiredLine } from '#contract/core/fields.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { givenTime, shownTime, wireTime } from '#contract/core/plain-dates.ts'
import { listOf } from '#contract/core/wire.ts'
import type { SlotTime } from './times.ts'

/** A slot's break, Eastern, on each of its days, without teaching. */
export const SlotBreak = z.object({ from: wireTime, to: wireTime, name: z.string() })
export type SlotBreak = z.output<typeof SlotBreak>

/** The time of a slot with its breaks, in order. */
export interface PlannedTime extends SlotTime {
  breaks: readonly SlotBreak[]
}

const breakMessages = {
  name: 'Name the break.',
  time: 'Enter the times of the break.',
} as const

/** The most breaks of a slot, and the most characters of a break's name. */
export const mostBreaks = 6
export const longestBreakName = 40

export const GivenBreaks = listOf(
  z.object(
    {
      from: givenTime(breakMessages.time),
      to: givenTime(breakMessages.time),
      name: requiredLine(breakMessages.name, longestBreakName),
    },
    { error: 'Has to be an object' },
  ),
  mostBreaks,
)

/** Returns what is wrong with a slot's breaks; undefined if nothing. The slot's own time must be valid. */
export function breaksProblem({ startTime, endTime, breaks }: PlannedTime): string | undefined {
  if (breaks.length > mostBreaks) return `A time slot has ${mostBreaks} breaks at most.`
  for (const [place, pause] of breaks.entries()) {
    const { from, to, name } = pause
    const before = breaks[place - 1]
    if (name.trim() === '') return breakMessages.name
    if ([...name].length > longestBreakName)
      return `A break's name has ${longestBreakName} characters at most.`
    if (!from || !to) return breakMessages.time
    if (to <= from) return `${name} has to end after it begins.`
    if (from < startTime || to > endTime) {
      return `${shownBreak(pause)} is outside of ${fromTo(startTime, endTime)}. Change or remove it.`
    }
    if (before && from < before.to) return `${name} begins before ${before.name} has ended.`
  }
  return undefined
}

const lunch: SlotBreak = { from: '12:00', to: '13:00', name: 'Lunch' }
const shortestWithLunch = 5 * 60

/** Returns the breaks of a slot created without any: lunch, for a long in-person day around noon. */
export function defaultBreaks({ startTime, endTime }: SlotTime, isInPerson: boolean): SlotBreak[] {
  const isLong = minuteOf(endTime) - minuteOf(startTime) > shortestWithLunch
  return isInPerson && isLong && startTime <= lunch.from && endTime >= lunch.to ? [lunch] : []
}

/** Returns 'Lunch 12:00 PM – 1:00 PM'. */
export function shownBreak({ from, to, name }: SlotBreak): string {
  return `${name} ${fromTo(from, to)}`
}

/** Returns 'Lunch 12:00 PM – 1:00 PM, Coffee 3:00 PM – 3:15 PM'; '' without breaks. */
export function shownBreaks({ breaks }: Pick<PlannedTime, 'breaks'>): string {
  return breaks.map(shownBreak).join(', ')
}

/** Returns the breaks as facts of an email: 'Lunch', '12:00 PM – 1:00 PM'. */
export function breakFacts({ breaks }: Pick<PlannedTime, 'breaks'>): [string, string][] {
  return breaks.map(({ from, to, name }) => [name, fromTo(from, to)])
}

function fromTo(from: PlainTime, to: PlainTime): string {
  return `${shownTime(from)} – ${shownTime(to)}`
}

export function minuteOf(time: PlainTime): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
