import type { PlainTime } from '#contract/core/plain-dates.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import type { SlotDay, SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { yourDay, yourTime } from '#contract/events/slots/your-time.ts'

/** A day of a registration that is running or begins within `hoursAhead`. */
export interface NextDay<Held extends SlotTime> {
  held: Held
  day: SlotDay
  /** 2 on the second day. */
  dayNumber: number
  days: number
}

const minute = 60_000
const hour = 60 * minute

const hoursAhead = 24

/** Returns the day that ends first, of those running or beginning within 24 hours; undefined if none. */
export function nextDay<Held extends SlotTime>(
  registrations: readonly Held[],
  now: Date,
): NextDay<Held> | undefined {
  return registrations
    .flatMap((held) =>
      slotDays(held).map((day, place, days) => ({ held, day, dayNumber: place + 1, days: days.length })),
    )
    .filter(({ day }) => now < day.endAt && now.getTime() >= day.startAt.getTime() - hoursAhead * hour)
    .sort((a, b) => a.day.endAt.getTime() - b.day.endAt.getTime())[0]
}

/** Returns 'Today, 7:00 AM your time (8:00 AM Eastern)'. The word is right in the person's own zone. */
export function dayStart({ held, day }: NextDay<SlotTime>, now: Date, zone: string): string {
  const [on, today] = [yourDay(day.startAt, zone), yourDay(now, zone)]
  const word = on === today ? 'Today' : on > today ? 'Tomorrow' : 'Yesterday'
  return `${word}, ${bothTimes(day.startAt, held.startTime, zone)}`
}

/** Returns 'starts in 12 min', 'starts in 3 h 5 min', or 'in progress until 11:00 AM your time (12:00 PM Eastern)'. */
export function dayState({ held, day }: NextDay<SlotTime>, now: Date, zone: string): string {
  const left = day.startAt.getTime() - now.getTime()
  if (left <= 0) return `in progress until ${bothTimes(day.endAt, held.endTime, zone)}`
  const minutes = Math.ceil(left / minute)
  const parts = [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`]
  return `starts in ${parts.filter(Boolean).join(' ')}`
}

/** Returns true from an hour before a day starts. */
export function isNear({ day }: NextDay<SlotTime>, now: Date): boolean {
  return now.getTime() >= day.startAt.getTime() - hour
}

function bothTimes(instant: Date, time: PlainTime, zone: string) {
  const eastern = `${shownTime(time)} Eastern`
  // Without '(next day)', which is relative to the Eastern day.
  const yours = yourTime(instant, zone)?.replace(/ \(.*/, '')
  return yours ? `${yours} (${eastern})` : eastern
}
