import { daysBetween } from '#contract/core/plain-dates.ts'
import { easternDay, portalZone } from '#contract/core/season.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { counted } from './counts.ts'

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: portalZone,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

const weekday = new Intl.DateTimeFormat('en-US', { timeZone: portalZone, weekday: 'long' })

/** Writes an instant: '20 Nov 2026, 3:05 PM Eastern'. Administrators read 'EST' or 'EDT'. */
export function shownInstant(instant: Date): string {
  const { date, time } = partsOf(instant)
  return `${date}, ${time}`
}

/** Writes two instants: '10 Feb 2026, 7:58 AM EST – 12:02 PM EST', with the second day if it is another one. */
export function shownSpan(from: Date, to: Date): string {
  if (from.getTime() === to.getTime()) return shownInstant(from)
  const isOneDay = partsOf(from).date === partsOf(to).date
  return `${shownInstant(from)} – ${isOneDay ? shownTimeOf(to) : shownInstant(to)}`
}

/** Writes the Eastern day of an instant: 'Friday, 20 Nov 2026'. */
export function shownDay(instant: Date): string {
  return `${weekday.format(instant)}, ${partsOf(instant).date}`
}

/** Writes the time of an instant: '3:05 PM Eastern'. Administrators read 'EST' or 'EDT'. */
export function shownTimeOf(instant: Date): string {
  return partsOf(instant).time
}

/** Writes how long something has waited, by Eastern days: 'Since today', 'Since yesterday', 'For 3 days'. */
export function shownAge(since: Date): string {
  const days = daysBetween(easternDay(since), easternDay(new Date())).length - 1
  if (days < 1) return 'Since today'
  return days === 1 ? 'Since yesterday' : `For ${counted(days, 'day')}`
}

function partsOf(instant: Date) {
  const parts = format.formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value
  const zone = sessionUser()?.isAdmin ? part('timeZoneName') : 'Eastern'
  return {
    date: `${part('day')} ${part('month')} ${part('year')}`,
    time: `${part('hour')}:${part('minute')} ${part('dayPeriod')} ${zone}`,
  }
}
