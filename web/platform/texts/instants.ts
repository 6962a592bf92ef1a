import { portalZone } from '#contract/season.ts'

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: portalZone,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** '20 Nov 2026, 3:05 PM EST': an instant on an Eastern clock. */
export function shownInstant(instant: Date): string {
  const parts = format.formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value
  const time = `${part('hour')}:${part('minute')} ${part('dayPeriod')} ${part('timeZoneName')}`
  return `${part('day')} ${part('month')} ${part('year')}, ${time}`
}
