import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import {
  daysBetween,
  shownDate,
  shownDay,
  shownTime,
  wireDate,
  wireTime,
} from '#contract/core/plain-dates.ts'
import { easternClock, easternInstant } from '#contract/core/season.ts'

/** From start to end time on each day from start to end date, Eastern. */
export interface SlotTime {
  startOn: PlainDate
  endOn: PlainDate
  startTime: PlainTime
  endTime: PlainTime
}

/** A slot's time as fields of a shape. */
export const slotTimes = { startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime }

type SlotDates = Pick<SlotTime, 'startOn' | 'endOn'>

/** One day's first and last instant. */
export interface SlotDay {
  on: PlainDate
  startAt: Date
  endAt: Date
}

/** Returns each day of a slot, in order. */
export function slotDays({ startOn, endOn, startTime, endTime }: SlotTime): SlotDay[] {
  return daysBetween(startOn, endOn).map((on) => ({
    on,
    startAt: easternInstant(on, startTime),
    endAt: easternInstant(on, endTime),
  }))
}

/** Returns true if Eastern clocks skip this time of that day in spring. */
export function isSkipped(on: PlainDate, time: PlainTime): boolean {
  return easternClock(easternInstant(on, time)) !== `${on} ${time}:00`
}

/** Returns '09 Mar 2027', or '09 Mar 2027 – 10 Mar 2027' for several days. */
export function shownDates({ startOn, endOn }: SlotDates): string {
  return fromTo(startOn, endOn, shownDate)
}

/** Returns 'Tue 19 Jan 2027', or 'Tue 19 Jan 2027 – Wed 20 Jan 2027' for several days, for users. */
export function shownDays({ startOn, endOn }: SlotDates): string {
  return fromTo(startOn, endOn, shownDay)
}

/** Returns a slot's days with their label in an email: 'Date' or 'Dates'. */
export function daysFact(slot: SlotDates): [label: string, days: string] {
  return [slot.startOn === slot.endOn ? 'Date' : 'Dates', shownDays(slot)]
}

/** Returns '8:00 AM – 12:00 PM Eastern', with ', each day' for several days, for users. */
export function shownTimes({ startOn, endOn, startTime, endTime }: SlotTime): string {
  return `${shownTime(startTime)} – ${shownTime(endTime)} Eastern${startOn === endOn ? '' : ', each day'}`
}

/** Returns 'Tue 19 Jan 2027 – Wed 20 Jan 2027 · 8:00 AM – 12:00 PM Eastern, each day', for users. */
export function shownSlot(slot: SlotTime): string {
  return `${shownDays(slot)} · ${shownTimes(slot)}`
}

/** Returns '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST', for administrators. */
export function shownTimeslot(slot: SlotTime): string {
  return `${shownDates(slot)}, ${labeledTimes(slot)}`
}

/** Returns '09 Mar 2027 – 10 Mar 2027, 8:00 AM EST' for administrators' lists. */
export function shortTimeslot(slot: SlotTime): string {
  return `${shownDates(slot)}, ${shownTime(slot.startTime)} ${zoneLabels(slot.startOn, slot.endOn)}`
}

/** Returns '03/09/2027 – 03/10/2027, 8:00 AM - 12:00 PM EST' for the bulk pickers. */
export function shownBulkTimeslot(slot: SlotTime): string {
  return `${fromTo(slot.startOn, slot.endOn, monthFirst)}, ${labeledTimes(slot)}`
}

function fromTo(startOn: PlainDate, endOn: PlainDate, shown: (day: PlainDate) => string): string {
  return startOn === endOn ? shown(startOn) : `${shown(startOn)} – ${shown(endOn)}`
}

function labeledTimes({ startOn, endOn, startTime, endTime }: SlotTime): string {
  return `${shownTime(startTime)} - ${shownTime(endTime)} ${zoneLabels(startOn, endOn)}`
}

/** Returns one label, or both for a slot across a clock change. */
function zoneLabels(startOn: PlainDate, endOn: PlainDate): string {
  return [...new Set([zoneLabel(startOn), zoneLabel(endOn)])].join('/')
}

function monthFirst(date: PlainDate): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

/** Returns 'EST' or 'EDT', by date. */
export function zoneLabel(date: PlainDate): 'EST' | 'EDT' {
  return easternClock(new Date(`${date}T17:00Z`)).endsWith('13:00:00') ? 'EDT' : 'EST'
}

/** People can register until this many minutes after a slot's start. */
const lateMinutes = 30

/**
 * Returns a test for slots that closed for registration: their first day started `lateMinutes` ago or
 * earlier. It compares text, so one clock reading serves many slots.
 */
export function overAt(instant: Date): (slot: Pick<SlotTime, 'startOn' | 'startTime'>) => boolean {
  const latestStart = easternClock(new Date(instant.getTime() - lateMinutes * 60_000))
  return ({ startOn, startTime }) => `${startOn} ${startTime}` <= latestStart
}

/** The note for an administrator who registers a person for a past slot. */
export const slotOverNote = 'This time slot has already started. Only administrators can choose it.'

/** Returns true if the first day of a slot has started. */
export function hasBegun(
  { startOn, startTime }: Pick<SlotTime, 'startOn' | 'startTime'>,
  instant: Date,
): boolean {
  return easternClock(instant) >= `${startOn} ${startTime}`
}

/** Returns the label of a slot that closed for registration by its start. */
export function startedWords(slot: Pick<SlotTime, 'endOn' | 'endTime'>, instant: Date): string {
  return hasEnded(slot, instant) ? 'Over' : 'In progress'
}

/** Returns true if the last day of a slot has ended. */
export function hasEnded({ endOn, endTime }: Pick<SlotTime, 'endOn' | 'endTime'>, instant: Date): boolean {
  return easternClock(instant) >= `${endOn} ${endTime}`
}
