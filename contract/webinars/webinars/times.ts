import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownTimeslot, slotDays } from '#contract/events/slots/times.ts'

/** A webinar's time at the webinar platform. */
export interface HeldTime {
  startsAt: Date
  endsAt: Date
}

/**
 * Returns the times for a slot's webinar, to write to the webinar platform. One time means the first day: the
 * host starts the webinar again each day. undefined if the number of times is neither one nor the slot's
 * days.
 */
export function wantedTimes(slot: SlotTime, heldTimes: number): HeldTime[] | undefined {
  const days = slotDays(slot).map(({ startAt, endAt }) => ({ startsAt: startAt, endsAt: endAt }))
  if (heldTimes === 1) return days.slice(0, 1)
  return heldTimes === days.length ? days : undefined
}

/** Returns true if the webinar platform's times differ from the slot's. A webinar without times does not differ. */
export function isHeldOtherwise(slot: SlotTime, held: readonly HeldTime[]): boolean {
  if (held.length === 0) return false
  const wanted = wantedTimes(slot, held.length)
  return wanted === undefined || wanted.some((time, place) => !isSameTime(time, held[place] as HeldTime))
}

/** Returns '13 Mar 2027, 8:00 AM - 12:00 PM EST' for administrators, several times separated by semicolons. */
export function shownHeldTimes(held: readonly HeldTime[]): string {
  return held.map(shownHeldTime).join('; ')
}

function shownHeldTime({ startsAt, endsAt }: HeldTime): string {
  const [startOn, startTime] = dayAndTime(startsAt)
  const [endOn, endTime] = dayAndTime(endsAt)
  return shownTimeslot({ startOn, endOn, startTime, endTime })
}

function dayAndTime(instant: Date): [PlainDate, PlainTime] {
  return [easternDay(instant), easternTime(instant)]
}

function isSameTime(one: HeldTime, other: HeldTime): boolean {
  return (
    one.startsAt.getTime() === other.startsAt.getTime() && one.endsAt.getTime() === other.endsAt.getTime()
  )
}
