import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { daysBetween, shownDate, shownDay, shownTime } from '#contract/core/plain-dates.ts'
import { easternClock, easternInstant } from '#contract/core/season.ts'

/** The time of a slot: from start to end time on each day from start to end date, Eastern. */
export interface SlotTime {
  startOn: PlainDate
  endOn: PlainDate
  startTime: PlainTime
  endTime: PlainTime
}

/** One day of a slot. */
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

/** Returns '09 Mar 2027', or '09 Mar 2027 – 10 Mar 2027' for several days. */
export function shownDates({ startOn, endOn }: Pick<SlotTime, 'startOn' | 'endOn'>): string {
  return startOn === endOn ? shownDate(startOn) : `${shownDate(startOn)} – ${shownDate(endOn)}`
}

/** Returns '8:00 AM – 12:00 PM Eastern', for several days with ', each day', for users. */
export function shownTimes({ startOn, endOn, startTime, endTime }: SlotTime): string {
  return `${shownTime(startTime)} – ${shownTime(endTime)} Eastern${startOn === endOn ? '' : ', each day'}`
}

/** Returns 'Tue 19 Jan 2027', or 'Tue 19 Jan 2027 – Wed 20 Jan 2027' for several days, for users. */
export function shownDays({ startOn, endOn }: Pick<SlotTime, 'startOn' | 'endOn'>): string {
  return startOn === endOn ? shownDay(startOn) : `${shownDay(startOn)} – ${shownDay(endOn)}`
}

/** Returns 'Tue 19 Jan 2027 – Wed 20 Jan 2027 · 8:00 AM – 12:00 PM Eastern, each day'. */
export function shownSlot(slot: SlotTime): string {
  return `${shownDays(slot)} · ${shownTimes(slot)}`
}

/** The minutes after its start in which people can still register for a slot. */
export const lateMinutes = 30

/**
 * Returns a test for slots that are over for registering at an instant: their first day started `lateMinutes` ago or earlier.
 * The test compares text, so that one clock reading serves many slots.
 */
export function overAt(instant: Date): (slot: Pick<SlotTime, 'startOn' | 'startTime'>) => boolean {
  const latestStart = easternClock(new Date(instant.getTime() - lateMinutes * 60_000))
  return ({ startOn, startTime }) => `${startOn} ${startTime}` <= latestStart
}

/** The note for an administrator who registers somebody for a slot that is over. */
export const slotOverNote = 'This time slot is over: people can no longer choose it, only you can.'

/** Tells whether the last day of a slot is over at an instant. */
export function hasEnded({ endOn, endTime }: Pick<SlotTime, 'endOn' | 'endTime'>, instant: Date): boolean {
  return easternClock(instant) >= `${endOn} ${endTime}`
}
