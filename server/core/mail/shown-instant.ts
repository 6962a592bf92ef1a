import { shownDate, shownDay, shownTime } from '#contract/core/plain-dates.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'

/** 'Fri 12 Mar 2027, 9:00 AM Eastern' */
export function shownDeadline(instant: Date): string {
  return `${shownDay(easternDay(instant))}, ${shownTime(easternTime(instant))} Eastern`
}

/** '21 Nov 2026, 3:05 PM Eastern' */
export function shownInstant(instant: Date): string {
  return `${shownDate(easternDay(instant))}, ${shownTime(easternTime(instant))} Eastern`
}
