import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { shownDay, shownTime } from '#contract/core/plain-dates.ts'
import { clockIn, easternClock } from '#contract/core/season.ts'
import type { SlotDay, SlotTime } from './times.ts'
import { slotDays } from './times.ts'

/**
 * Returns a slot's time in another zone, '6:00 AM – 10:00 AM your time', by day if the clocks change in
 * between. undefined if it equals Eastern, or the zone is unknown.
 */
export function yourTimes(slot: SlotTime, zone: string): string | undefined {
  if (!isZone(zone)) return undefined
  const days = slotDays(slot).map((day) => ({ day: day.on, ...yourTimesOf(day, slot, zone) }))
  if (days.every(({ isSame }) => isSame)) return undefined
  const [first, ...others] = days
  if (!first) return undefined
  if (others.every(({ times, shift }) => times === first.times && shift === first.shift)) {
    return `${first.times} your time${first.shift}`
  }
  return [
    `${first.times} your time${first.shift} on ${shownDay(first.day)}`,
    ...others.map(({ day, times, shift }) => `${times}${shift} on ${shownDay(day)}`),
  ].join(', ')
}

/** Returns '6:00 AM your time' for an instant if the zone's clock differs from Eastern. */
export function yourTime(instant: Date, zone: string): string | undefined {
  if (!isZone(zone)) return undefined
  const [[on, time], [easternOn, easternTime]] = [split(clockIn(instant, zone)), split(easternClock(instant))]
  if (on === easternOn && time === easternTime) return undefined
  return `${shownTime(time)} your time${shiftOf(on, easternOn)}`
}

/** Returns the day of an instant in a zone, Eastern if the zone is unknown. */
export function yourDay(instant: Date, zone: string): PlainDate {
  return split(isZone(zone) ? clockIn(instant, zone) : easternClock(instant))[0]
}

function yourTimesOf({ on, startAt, endAt }: SlotDay, { startTime }: SlotTime, zone: string) {
  const [startOn, start] = split(clockIn(startAt, zone))
  const [, end] = split(clockIn(endAt, zone))
  return {
    isSame: startOn === on && start === startTime,
    times: `${shownTime(start)} – ${shownTime(end)}`,
    shift: shiftOf(startOn, on),
  }
}

function shiftOf(on: PlainDate, easternOn: PlainDate): string {
  if (on === easternOn) return ''
  return on > easternOn ? ' (next day)' : ' (previous day)'
}

function split(clock: string): [PlainDate, PlainTime] {
  return [clock.slice(0, 10) as PlainDate, clock.slice(11, 16) as PlainTime]
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}
