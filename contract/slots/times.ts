import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { daysBetween, shownDate, shownDay, shownTime } from '#contract/core/plain-dates.ts'
import { easternClock, easternInstant } from '#contract/core/season.ts'

/** When a slot takes place: from start to end time on each day from start to end date, on an Eastern clock. */
export interface SlotTime {
  startOn: PlainDate
  endOn: PlainDate
  startTime: PlainTime
  endTime: PlainTime
}

/** One of the days that a slot takes place on. */
export interface SlotDay {
  on: PlainDate
  startAt: Date
  endAt: Date
}

/** Each day of a slot, in their order. */
export function slotDays({ startOn, endOn, startTime, endTime }: SlotTime): SlotDay[] {
  return daysBetween(startOn, endOn).map((on) => ({
    on,
    startAt: easternInstant(on, startTime),
    endAt: easternInstant(on, endTime),
  }))
}

/** '09 Mar 2027', or '09 Mar 2027 – 10 Mar 2027' over several days. */
export function shownDates({ startOn, endOn }: Pick<SlotTime, 'startOn' | 'endOn'>): string {
  return startOn === endOn ? shownDate(startOn) : `${shownDate(startOn)} – ${shownDate(endOn)}`
}

/** '8:00 AM – 12:00 PM Eastern', over several days with ', each day': what users read. */
export function shownTimes({ startOn, endOn, startTime, endTime }: SlotTime): string {
  return `${shownTime(startTime)} – ${shownTime(endTime)} Eastern${startOn === endOn ? '' : ', each day'}`
}

/** 'Tue 19 Jan 2027', or 'Tue 19 Jan 2027 – Wed 20 Jan 2027' over several days: what users read. */
export function shownDays({ startOn, endOn }: Pick<SlotTime, 'startOn' | 'endOn'>): string {
  return startOn === endOn ? shownDay(startOn) : `${shownDay(startOn)} – ${shownDay(endOn)}`
}

/** 'Tue 19 Jan 2027 – Wed 20 Jan 2027 · 8:00 AM – 12:00 PM Eastern, each day'. */
export function shownSlot(slot: SlotTime): string {
  return `${shownDays(slot)} · ${shownTimes(slot)}`
}

/** How long after its start people can still register for a slot. */
export const lateMinutes = 30

/**
 * Returns a test for slots that are over for registering at an instant: their first day started `lateMinutes` ago or earlier.
 * The test compares text, so that one clock reading serves many slots.
 */
export function overAt(instant: Date): (slot: Pick<SlotTime, 'startOn' | 'startTime'>) => boolean {
  const latestStart = easternClock(new Date(instant.getTime() - lateMinutes * 60_000))
  return ({ startOn, startTime }) => `${startOn} ${startTime}` <= latestStart
}

/** What an administrator is told who registers somebody for a slot that is over. */
export const slotOverNote = 'This time slot is over: people can no longer choose it, only you can.'

/** Whether the last of a slot's days is over at an instant. */
export function hasEnded({ endOn, endTime }: Pick<SlotTime, 'endOn' | 'endTime'>, instant: Date): boolean {
  return easternClock(instant) >= `${endOn} ${endTime}`
}
