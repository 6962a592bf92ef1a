import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { Held } from '#contract/events/events/facts.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { hoursOf } from '#contract/events/slots/agendas.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import type { RehearsalResult } from './calls.ts'

/** A slot of an event that may be rehearsed. */
export interface RehearsableSlot extends PlannedTime, Held {}

/** Returns the slot that a rehearsal holds: the first virtual one. Only there is attendance reported. */
export function rehearsedSlot<Slot extends RehearsableSlot>(slots: readonly Slot[]): Slot | undefined {
  const startOf = ({ startOn, startTime }: Slot) => `${startOn} ${startTime}`
  return slots
    .filter((slot) => !isInPerson(slot))
    .toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))[0]
}

interface RehearsalFacts {
  event: { isDraft: boolean }
  slots: readonly unknown[]
  /** The slot that is held, and its figures; undefined without one. */
  held: PlannedTime | undefined
  figures: Figures | undefined
}

/** Returns why an event cannot be rehearsed, in words for an administrator; '' if it can. */
export function rehearsalProblem({ event, slots, held, figures }: RehearsalFacts): string {
  if (!event.isDraft) return 'This event is published. Only unpublished events can be rehearsed.'
  if (slots.length === 0) return 'This event has no time slots yet. Please add one first.'
  if (!held || !figures) {
    return 'All time slots of this event are in person. A rehearsal runs a webinar: its join links, attendance and hours. In person, none of these runs automatically.'
  }
  if (figures.mode !== 'each') {
    return 'The figures of this season add up minutes. The habits of a rehearsal are written for hours that are earned one by one.'
  }
  if (hoursOf(held, figures).length === 0)
    return 'The first virtual time slot is shorter than one hour of credit.'
  return figures.polls.per === 'day'
    ? 'The figures of this season count the poll answers of a whole day. The habits of a rehearsal are written for polls in each hour.'
    : ''
}

/** The most minutes from the webinar platform's last report to the certificates of everybody with all hours. */
export const mostMinutesToCertificate = 10

/** Returns whether everybody with all hours had their certificate in time. */
export function isInTime({ minutesToCertificate }: Pick<RehearsalResult, 'minutesToCertificate'>): boolean {
  return minutesToCertificate !== null && minutesToCertificate <= mostMinutesToCertificate
}

/** The parts of a result that can differ from what was expected. */
export type Compared = Pick<RehearsalResult, 'habits' | 'mails' | 'minutesToCertificate' | 'pack'>

/** Returns whether hours, emails, the time of the certificates and the inspection pack are what was expected. */
export function isAsExpected(result: Compared): boolean {
  const lines = [...result.habits, ...result.mails, result.pack]
  return lines.every((line) => line.isAsExpected) && isInTime(result)
}
