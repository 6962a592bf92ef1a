import type { PlainTime } from '#contract/core/plain-dates.ts'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { easternClock, easternDay } from '#contract/core/season.ts'

/** '21 Nov 2026, 3:05 PM Eastern' */
export function shownInstant(instant: Date): string {
  const time = easternClock(instant).slice(11, 16) as PlainTime
  return `${shownDate(easternDay(instant))}, ${shownTime(time)} Eastern`
}
