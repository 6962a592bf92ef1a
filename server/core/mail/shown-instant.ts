import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'

/** '21 Nov 2026, 3:05 PM Eastern' */
export function shownInstant(instant: Date): string {
  return `${shownDate(easternDay(instant))}, ${shownTime(easternTime(instant))} Eastern`
}
