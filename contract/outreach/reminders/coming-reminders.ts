import { addDays } from '#contract/core/plain-dates.ts'
import { easternInstant } from '#contract/core/season.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'

const list = new Intl.ListFormat('en-US')

/**
 * Returns a sentence about the reminders of a registration made at an instant; undefined without any. It
 * announces those before the first day, as `lockDueReminders` on the server writes them.
 */
export function comingReminders({ startOn, startTime }: SlotTime, now: Date): string | undefined {
  const daysBefore = (days: number) => easternInstant(addDays(startOn, -days), startTime)
  const hourBefore = new Date(easternInstant(startOn, startTime).getTime() - 3_600_000)
  const words = [
    ...(now < daysBefore(7) ? ['a week before'] : []),
    ...(now < daysBefore(1) ? ['the day before'] : []),
    ...(now < hourBefore ? ['an hour before'] : []),
  ]
  return words.length > 0 ? `We'll remind you by email ${list.format(words)}.` : undefined
}
