import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant, easternTime } from '#contract/core/season.ts'

/** A canceled seat is offered to nobody for this long, so that a slip can be undone. */
export const secondThoughtSeconds = 60

/** The hours of an offer. In the last days before the slot, seats must circulate faster. */
const usualHours = 24
const lateHours = 4
const lateDays = 2

const [nightBegins, nightEnds] = ['21:00', '07:00'] as const
const hourMs = 3_600_000

/** Returns true at night, Eastern, when no seat is offered and no offer expires. */
export function isNight(instant: Date): boolean {
  const time = easternTime(instant)
  return time >= nightBegins || time < nightEnds
}

/** Returns the hours that a seat offered at an instant is held. */
export function offerHours(offeredAt: Date, startsAt: Date): number {
  return startsAt.getTime() - offeredAt.getTime() < lateDays * 24 * hourMs ? lateHours : usualHours
}

/**
 * Returns until when an offered seat is held. Its hours count from `from`, or from the next morning, at most
 * until the slot's start. 24 hours end at the same time of the next day, even across a clock change. Of fewer
 * hours, those left at nightfall continue in the morning.
 */
export function offerEnds(offeredAt: Date, startsAt: Date, from = offeredAt): Date {
  const begins = isNight(from) ? morningAfter(from) : from
  const hours = offerHours(offeredAt, startsAt)
  const ends = hours === usualHours ? nextDay(begins) : byDay(begins.getTime() + hours * hourMs)
  return ends < startsAt ? ends : startsAt
}

function nextDay(instant: Date): Date {
  const [day, time] = [easternDay(instant), easternTime(instant)]
  const passedMs = easternInstant(addDays(day, 1), time).getTime() - easternInstant(day, time).getTime()
  return new Date(instant.getTime() + passedMs)
}

function byDay(ms: number): Date {
  const end = new Date(ms)
  if (!isNight(end)) return end
  const evening = easternInstant(eveningDay(end), nightBegins)
  return new Date(morningAfter(end).getTime() + ms - evening.getTime())
}

/** Returns the end of an instant's night. */
function morningAfter(instant: Date): Date {
  return easternInstant(addDays(eveningDay(instant), 1), nightEnds)
}

/** Returns the day on whose evening an instant's night began. */
function eveningDay(instant: Date): PlainDate {
  const day = easternDay(instant)
  return easternTime(instant) < nightEnds ? addDays(day, -1) : day
}
