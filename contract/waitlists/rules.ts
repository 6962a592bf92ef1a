import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant, easternTime } from '#contract/core/season.ts'

/** A canceled seat is offered to nobody for this long, so that a slip can be taken back. */
export const secondThoughtSeconds = 60

const offerHours = 24
/** In the last days before the slot, seats have to go around faster. */
const lateOfferHours = 4
const lateDays = 2

const [nightBegins, nightEnds] = ['21:00', '07:00'] as const
const hourMs = 3_600_000

/** Tells whether it is night, Eastern: no seat is offered, and no offer runs out. */
export function isNight(instant: Date): boolean {
  const time = easternTime(instant)
  return time >= nightBegins || time < nightEnds
}

/** Returns until when a seat that is offered at an instant is kept: 24 hours, or 4 by day in the last two days; never beyond the slot's start. */
export function offerEnds(at: Date, startsAt: Date): Date {
  const isLate = startsAt.getTime() - at.getTime() < lateDays * 24 * hourMs
  const from = isNight(at) ? morningAfter(at) : at
  const end = new Date(from.getTime() + (isLate ? lateOfferHours : offerHours) * hourMs)
  const evening = easternInstant(eveningDay(end), nightBegins)
  // The hours that are left at nightfall continue in the morning.
  const awake = isNight(end) ? new Date(morningAfter(end).getTime() + end.getTime() - evening.getTime()) : end
  return awake < startsAt ? awake : startsAt
}

/** Returns the end of the night that an instant is in. */
function morningAfter(instant: Date): Date {
  return easternInstant(addDays(eveningDay(instant), 1), nightEnds)
}

/** Returns the day on whose evening the night of an instant began. */
function eveningDay(instant: Date): PlainDate {
  const day = easternDay(instant)
  return easternTime(instant) < nightEnds ? addDays(day, -1) : day
}
