import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { easternDay, easternTime, portalZone } from '#contract/core/season.ts'

/** 'Fri, Mar 12, 9:00 AM ET' */
export function shownDeadline(instant: Date): string {
  const day = instant.toLocaleDateString('en-US', { ...dayParts, timeZone: portalZone })
  return `${day}, ${shownTime(easternTime(instant))} ET`
}

const dayParts = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** '21 Nov 2026, 3:05 PM Eastern' */
export function shownInstant(instant: Date): string {
  return `${shownDate(easternDay(instant))}, ${shownTime(easternTime(instant))} Eastern`
}
