import type { PlainDate, PlainTime } from './plain-dates.ts'

/** The zone every date and time of the portal is meant in. */
export const portalZone = 'America/New_York'

/** The first renewal year the portal has records of: the admin filters start at it. */
const firstSeason = 2023

/**
 * The season: the calendar year in which the renewal year (1 April to 31 March, Eastern) of this instant ends.
 * Source: 14 CFR 65.93; reading.md, section 1.
 */
export function seasonOf(instant: Date): number {
  return seasonOfDay(easternDay(instant))
}

/** The season of a day. Every list, filter, figure and tab follows it; `inSeason` on the server says the same in SQL. */
export function seasonOfDay(day: PlainDate): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 4 ? year + 1 : year
}

/** The renewal year of an event: the one that its first slot begins in; undefined without slots. */
export function seasonOfEvent(slots: readonly { startOn: PlainDate }[]): number | undefined {
  const [startOn] = slots.map((slot) => slot.startOn).sort()
  return startOn && seasonOfDay(startOn)
}

/** The first day of a renewal year. */
export function firstDayOf(season: number): PlainDate {
  return `${season - 1}-04-01`
}

/** The last day of a renewal year. */
export function deadlineOf(season: number): PlainDate {
  return `${season}-03-31`
}

/** The years that each list of the product shows, all derived from the one season. */
export function seasonYears(season: number) {
  return {
    upcoming: season,
    videos: season - 1,
    registered: [season - 1, season] as readonly number[],
    slotEditorFrom: season - 1,
    adminFilter: range(firstSeason, season),
    adminDefault: season,
  }
}

/** '2025-2026' for 2026: the renewal year that ends in it. */
export function seasonLabel(year: number): string {
  return `${year - 1}-${year}`
}

/** The day it is on an Eastern calendar. */
export function easternDay(instant: Date): PlainDate {
  return easternClock(instant).slice(0, 10) as PlainDate
}

/** '2027-03-10 13:05:00': what an Eastern calendar and clock show. */
export function easternClock(instant: Date): string {
  return easternFormat.format(instant)
}

// Swedish dates and times are written as ours are. Made once, since that takes ten times as long as using it.
const easternFormat = /* @__PURE__ */ clockOf(portalZone)

/** The same for any zone; refuses with RangeError one that is unknown here. */
export function clockIn(instant: Date, zone: string): string {
  return clockOf(zone).format(instant)
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
}

/** When an Eastern calendar and clock show this day and time: the first time in the hour that comes twice in autumn. */
export function easternInstant(on: PlainDate, time: PlainTime): Date {
  const shown = Date.parse(`${on}T${time}Z`)
  const offset = (ms: number) => Date.parse(`${easternClock(new Date(ms)).replace(' ', 'T')}Z`) - ms
  // Asked a second time at about the right instant: on the night of a change the first answer is of the wrong side.
  return new Date(shown - offset(shown - offset(shown)))
}

/** When a renewal year begins. */
export function beginningOf(season: number): Date {
  return easternInstant(firstDayOf(season), '00:00')
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}
