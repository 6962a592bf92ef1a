import { daysBetween, type PlainTime } from '#contract/core/plain-dates.ts'
import { mostHours } from '#contract/credits/rules.ts'
import type { SlotTime } from '#contract/slots/times.ts'

/** The event type that is held in person unless an event says otherwise: South Carolina. */
export const inPersonFocusId = 4

/** How long before its start a webinar is entered. */
export const minutesEarly = 5

/** What says whether an event is held in person: the event itself, or where it says nothing (null) its type. */
export interface Held {
  focusId: number
  isInPerson: boolean | null
}

/** An event with the lines that are told of it; null: those of its type. */
export interface Told extends Held {
  facts: readonly string[] | null
}

/** Whether an event is held in person; else it is virtual. */
export function isInPerson({ isInPerson, focusId }: Held): boolean {
  return isInPerson ?? focusId === inPersonFocusId
}

/** The region that an event in person is named after, or undefined. */
export function regionOf(event: Held & { focusName: string }): string | undefined {
  return isInPerson(event) && event.focusId === inPersonFocusId ? event.focusName : undefined
}

/** Where an event takes place, in a few words: an address where one is known. */
export function placeOf(event: Held & { focusName: string; venue: string | null }): string {
  return isInPerson(event) ? (event.venue ?? regionOf(event) ?? 'In person') : 'Online'
}

/** The lines of a new event; the hours are told by `hoursFact`. */
export function defaultFacts(isInPerson: boolean): readonly string[] {
  return isInPerson
    ? ['Free, lunch included', 'Two courses per hour', 'Please bring a photo ID']
    : [
        'Each hour is a 50-minute session plus a 10-minute break',
        'Poll questions are required for credit',
        `Please log in ${minutesEarly} minutes early`,
      ]
}

/** How many lines an event may have. */
export const mostFacts = 12

/** Returns the first line of an event that says something of this, such as 'poll'; undefined if none does. */
export function factAbout(event: Told, words: string): string | undefined {
  return factsOf(event).find((line) => line.toLowerCase().includes(words))
}

/** Returns all that is told of an event, with the hours of these slots where the specification has them. */
export function shownFacts(event: Told, slots: readonly SlotTime[]): string[] {
  const hours = new Set(slots.map((slot) => hoursFact(event, slot)))
  return factsOf(event).toSpliced(isInPerson(event) ? 1 : 0, 0, ...hours)
}

/**
 * Hours of credit that a slot gives. An hour is a session of 50 minutes and a break of 10, and the last break may fall outside the
 * slot. More than 8 hours are 8: the rest of a long day is lunch.
 */
export function creditHoursOf(slot: SlotTime): number {
  return Math.min(mostHours, hoursOfDay(slot) * daysOf(slot))
}

/** '8 hours', '1 hour' */
export function shownHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`
}

function factsOf(event: Told): readonly string[] {
  return event.facts ?? defaultFacts(isInPerson(event))
}

/** What is told of the hours of a slot: 'Each day 4 hours, 8 hours in total across two days'. */
function hoursFact(event: Held, slot: SlotTime): string {
  const [total, ofDay, days] = [creditHoursOf(slot), hoursOfDay(slot), daysOf(slot)]
  if (isInPerson(event)) return `${shownHours(total)} of IA credit`
  if (days === 1) return `${shownHours(total)} of credit`
  const across = `across ${dayNumbers[days] ?? days} days`
  return ofDay * days === total
    ? `Each day ${shownHours(ofDay)}, ${shownHours(total)} in total ${across}`
    : `${shownHours(total)} of credit ${across}`
}

const dayNumbers = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function hoursOfDay({ startTime, endTime }: SlotTime): number {
  return Math.min(mostHours, Math.floor((minutesOf(endTime) - minutesOf(startTime) + 10) / 60))
}

function daysOf({ startOn, endOn }: SlotTime): number {
  return daysBetween(startOn, endOn).length
}

function minutesOf(time: PlainTime): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
