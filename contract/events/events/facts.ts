import { daysBetween } from '#contract/core/plain-dates.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { minuteOf, shownBreak } from '#contract/events/slots/breaks.ts'
import { hoursByDay, hoursBySeason } from '#contract/events/slots/hours-by-day.ts'
import { plannedBegins } from '#contract/events/slots/plan.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'

/** The most hours of credit for a slot, over all days. */
export const mostHours = 8

/** The type of event that is in person by default: South Carolina. */
export const inPersonFocusId = 4

/** The minutes before the start when people enter a webinar. */
export const minutesEarly = 5

/** The facts that decide if an event is in person: its own setting, or null for its type's default. */
export interface Held {
  focusId: number
  isInPerson: boolean | null
}

/** An event with its facts; null: the default of its type. */
export interface Told extends Held {
  facts: readonly string[] | null
}

/** Returns true if an event is in person, false if it is virtual. */
export function isInPerson({ isInPerson, focusId }: Held): boolean {
  return isInPerson ?? focusId === inPersonFocusId
}

/** Returns the region in the name of an in-person event, or undefined. */
export function regionOf(event: Held & { focusName: string }): string | undefined {
  return isInPerson(event) && event.focusId === inPersonFocusId ? event.focusName : undefined
}

/** Returns an event's place in a few words: its address, if known. */
export function placeOf(event: Held & { focusName: string; venue: string | null }): string {
  return isInPerson(event) ? (event.venue ?? regionOf(event) ?? 'In person') : 'Online'
}

/** Returns the facts of a new event, without its hours (see `hoursFact`). */
export function defaultFacts(isInPerson: boolean): readonly string[] {
  return isInPerson
    ? ['Free, lunch included', 'Two courses per hour', 'Please bring a photo ID']
    : [
        'Each hour is a 50-minute session plus a 10-minute break',
        'Poll questions are required for credit',
        `Please log in ${minutesEarly} minutes early`,
      ]
}

export const mostFacts = 12

/** Returns an event's first fact with these words, such as 'poll', without its final period; else undefined. */
export function factAbout(event: Told, words: string): string | undefined {
  return factsOf(event)
    .find((line) => line.toLowerCase().includes(words))
    ?.replace(/\.$/, '')
}

/** Returns all facts about an event, with the hours and breaks of these slots where the specification puts them. */
export function shownFacts(event: Told, slots: readonly PlannedTime[]): string[] {
  const hours = new Set(slots.map((slot) => hoursFact(event, slot)))
  const breaks = new Set(slots.flatMap((slot) => slot.breaks.map(shownBreak)))
  return factsOf(event).toSpliced(isInPerson(event) ? 1 : 0, 0, ...hours, ...breaks)
}

/** A slot with its breaks, and whether it is in person. */
export interface HeldTime extends PlannedTime, Held {}

/**
 * Returns a slot's hours of credit, 8 at most. An hour is 50 minutes and a pause of 10; the last pause may
 * fall outside the slot. In person, an hour is two courses. Breaks don't count.
 */
export function creditHoursOf(slot: HeldTime): number {
  const coursesAnHour = isInPerson(slot) ? 2 : 1
  return Math.min(mostHours, Math.floor((coursesOfDay(slot, coursesAnHour) * daysOf(slot)) / coursesAnHour))
}

/**
 * Returns how many credited hours of a slot belong to a renewal year: as `bySeason` says, if a finding gave
 * them. Else they fill the slot's days in order, each up to its whole hours. `hoursInSeason` on the server is
 * its SQL.
 */
export function hoursInSeason(
  season: number,
  slot: PlannedTime,
  hours: number,
  bySeason?: Readonly<Record<string, number>>,
): number {
  if (bySeason) return bySeason[season] ?? 0
  const minutes = hoursOfDay(slot) * 60
  const days = daysBetween(slot.startOn, slot.endOn).map((on) => ({ on, minutes }))
  return hoursBySeason(hoursByDay(hours, days))[season] ?? 0
}

/** '8 hours', '1 hour' */
export function shownHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`
}

function factsOf(event: Told): readonly string[] {
  return event.facts ?? defaultFacts(isInPerson(event))
}

/** Returns the fact about a slot's hours: '4 hours each day, 8 hours in total across two days'. */
function hoursFact(event: Held, slot: PlannedTime): string {
  const { focusId, isInPerson: says } = event
  const total = creditHoursOf({ ...slot, focusId, isInPerson: says })
  const [ofDay, days] = [hoursOfDay(slot), daysOf(slot)]
  if (isInPerson(event)) return `${shownHours(total)} of IA credit`
  if (days === 1) return `${shownHours(total)} of credit`
  const across = `across ${dayNumbers[days] ?? days} days`
  return ofDay * days === total
    ? `${shownHours(ofDay)} each day, ${shownHours(total)} in total ${across}`
    : `${shownHours(total)} of credit ${across}`
}

const dayNumbers = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function hoursOfDay(slot: PlannedTime): number {
  return Math.min(mostHours, coursesOfDay(slot, 1))
}

/** Returns the number of courses in a day of the slot; `coursesAnHour` of them make an hour. */
function coursesOfDay({ startTime, endTime, breaks }: PlannedTime, coursesAnHour: number): number {
  const stretch = (from: typeof startTime, to: typeof startTime) => ({
    from: minuteOf(from),
    to: minuteOf(to),
  })
  const pauses = breaks.map(({ from, to }) => stretch(from, to))
  const length = { period: 60 / coursesAnHour, taught: 50 / coursesAnHour }
  return plannedBegins(stretch(startTime, endTime), pauses, length).length
}

function daysOf({ startOn, endOn }: SlotTime): number {
  return daysBetween(startOn, endOn).length
}
