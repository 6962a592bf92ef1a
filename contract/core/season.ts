import type { PlainDate, PlainTime } from './plain-dates.ts'

/** The zone of every date and time in the portal. */
export const portalZone = 'America/New_York'

/** The first renewal year with records: the admin filters start at it. */
const firstSeason = 2023

/**
 * Returns the season: the calendar year in which this instant's renewal year (April 1 to March 31, Eastern) ends.
 * Source: 14 CFR 65.93; reading.md, section 1.
 */
export function seasonOf(instant: Date): number {
  return seasonOfDay(easternDay(instant))
}

/** Returns the season of a day. Every list, filter, figure and tab uses it; `inSeason` on the server says the same in SQL. */
export function seasonOfDay(day: PlainDate): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 4 ? year + 1 : year
}

/** Returns the renewal year of an event, in which its first slot begins; undefined without slots. */
export function seasonOfEvent(slots: readonly { startOn: PlainDate }[]): number | undefined {
  const [startOn] = slots.map((slot) => slot.startOn).sort()
  return startOn && seasonOfDay(startOn)
}

/** Returns the first day of a renewal year. */
export function firstDayOf(season: number): PlainDate {
  return `${season - 1}-04-01`
}

/** Returns the last day of a renewal year. */
export function deadlineOf(season: number): PlainDate {
  return `${season}-03-31`
}

/** Returns the years that each list of the product shows, derived from the season. */
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

/** Returns '2025-2026' for 2026, the renewal year that ends in it. */
export function seasonLabel(year: number): string {
  return `${year - 1}-${year}`
}

/**
 * Returns the two renewal years of the period in which a renewal year lies, the first one first. An authorization expires on March 31 of
 * each odd year, and is renewed for two years by evidence of both. Source: 14 CFR 65.92(a), 65.93(a).
 */
export function twoYearsOf(season: number): readonly [first: number, second: number] {
  const second = season + (season % 2 === 0 ? 1 : 0)
  return [second - 1, second]
}

/** Returns '2025-2027', the two-year period of the renewal years 2025-2026 and 2026-2027. */
export function twoYearsLabel(season: number): string {
  const [first, second] = twoYearsOf(season)
  return `${first - 1}-${second}`
}

/** Returns the Eastern day of an instant. */
export function easternDay(instant: Date): PlainDate {
  return easternClock(instant).slice(0, 10) as PlainDate
}

/** Returns the Eastern clock time of an instant: '13:05'. */
export function easternTime(instant: Date): PlainTime {
  return easternClock(instant).slice(11, 16) as PlainTime
}

/** Returns the Eastern date and clock time of an instant: '2027-03-10 13:05:00'. */
export function easternClock(instant: Date): string {
  return easternFormat.format(instant)
}

// Swedish dates and times look like ours. Created once, because that takes ten times as long as formatting.
const easternFormat = /* @__PURE__ */ clockOf(portalZone)

/** Returns the date and clock time in any zone; throws a RangeError for an unknown one. */
export function clockIn(instant: Date, zone: string): string {
  return clockOf(zone).format(instant)
}

/** Returns the format behind `clockIn`, for many instants of one zone. */
export function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
}

/** Returns the instant of a day and time, Eastern unless another clock is given: the first one in the hour that autumn repeats. */
export function easternInstant(on: PlainDate, time: PlainTime, clock = easternFormat): Date {
  const shown = Date.parse(`${on}T${time}Z`)
  const offset = (ms: number) => Date.parse(`${clock.format(new Date(ms)).replace(' ', 'T')}Z`) - ms
  // The second look uses the approximate instant: on the night of a clock change the first offset may be of the wrong side.
  return new Date(shown - offset(shown - offset(shown)))
}

/** Returns the instant when a renewal year begins. */
export function beginningOf(season: number): Date {
  return easternInstant(firstDayOf(season), '00:00')
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}
