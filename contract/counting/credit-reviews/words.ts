import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDay } from '#contract/core/plain-dates.ts'

const listed = new Intl.ListFormat('en-US')

/**
 * Names hours by their places in the agenda, from 1: 'hour 3', 'hours 2 and 3', over several days 'hour 3 of
 * Tue 09 Feb 2027'; '' for none.
 */
export function namedHours(places: readonly number[], agenda: readonly { on: PlainDate }[]): string {
  const days = [...new Set(agenda.map(({ on }) => on))]
  const byDay = Map.groupBy(places, (place) => agenda[place - 1]?.on)
  const parts = [...byDay].map(([on, ofDay]) => {
    const before = on === undefined ? 0 : agenda.findIndex((hour) => hour.on === on)
    const numbers = listed.format(ofDay.map((place) => String(place - before)))
    const day = on !== undefined && days.length > 1 ? ` of ${shownDay(on)}` : ''
    return `${ofDay.length === 1 ? 'hour' : 'hours'} ${numbers}${day}`
  })
  return listed.format(parts)
}
