import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'
import { zoneLabel } from '#contract/events/slots/times.ts'

/** Returns '3:12 PM EST', or '09 Feb 2027, 3:12 PM EST' for another day than `now`, for administrators. */
export function momentWords(instant: Date, now?: Date): string {
  const day = easternDay(instant)
  const time = `${shownTime(easternTime(instant))} ${zoneLabel(day)}`
  return now && easternDay(now) === day ? time : `${shownDate(day)}, ${time}`
}

/** Returns 'day-1.csv of 09 Feb 2027, 3:12 PM EST'. */
export function reportWords({ originName, receivedAt }: { originName: string; receivedAt: Date }): string {
  return `${originName} of ${momentWords(receivedAt)}`
}
