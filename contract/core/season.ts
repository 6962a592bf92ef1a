import type { PlainDate, PlainTime } from './plain-dates.ts'

/** The time zone of every date and time in the portal. */
export const portalZone = 'America/New_York'

/** The first renewal year with records; administrators' filters start at it. */
const firstSeason = 2023

/**
 * Returns the season of an instant. It is the calendar year in which the instant's renewal year (April 1 to
 * March 31, Eastern) ends. Source: 14 CFR 65.93; reading.md, section 1.
 */
export function seasonOf(instant: Date): number {
  return seasonOfDay(easternDay(instant))
}

/** Returns the season of a day, for every list, filter, figure and tab. `inSeason` on the server is its SQL. */
export function seasonOfDay(day: PlainDate): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 4 ? year + 1 : year
}

/** Returns the renewal year in which an event's first slot begins; undefined without slots. */
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

/** Returns the years in each of the product's lists. */
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

/** Returns '2025-2026' for 2026. */
export function seasonLabel(year: number): string {
  return `${year - 1}-${year}`
}

/**
 * Returns both renewal years of the two-year period that contains a renewal year. An authorization expires on
 * March 31 of each odd year; its renewal needs evidence of both years. Source: 14 CFR 65.92(a), 65.93(a).
 */
export function twoYearsOf(season: number): readonly [first: number, second: number] {
  const second = season + (season % 2 === 0 ? 1 : 0)
  return [second - 1, second]
}

/** Returns '2025-2027' for 2026 or 2027. */
export function twoYearsLabel(season: number): string {
  const [first, second] = twoYearsOf(season)
  return `${first - 1}-${second}`
}

/** Returns the Eastern day of an instant. */
export function easternDay(instant: Date): PlainDate {
  return easternClock(instant).slice(0, 10) as PlainDate
}

/** Returns '13:05', the Eastern clock time of an instant. */
export function easternTime(instant: Date): PlainTime {
  return easternClock(instant).slice(11, 16) as PlainTime
}

/** Returns '2027-03-10 13:05:00', the Eastern date and time of an instant. */
export function easternClock(instant: Date): string {
  return easternFormat.format(instant)
}

// Swedish dates and times look like ours. Created once: that takes ten times as long as formatting.
const easternFormat = /* @__PURE__ */ clockOf(portalZone)

/** Returns the date and clock time in any zone; throws a RangeError for an unknown one. */
export function clockIn(instant: Date, zone: string): string {
  return clockOf(zone).format(instant)
}

/** Returns the format behind `clockIn`, for many instants of one zone. */
export function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
}

/**
 * Returns the instant of a day and time, Eastern or on the given clock. In the hour that fall repeats, it is
 * the first one.
 */
export function easternInstant(on: PlainDate, time: PlainTime, clock = easternFormat): Date {
  const shown = Date.parse(`${on}T${time}Z`)
  const offset = (ms: number) => Date.parse(`${clock.format(new Date(ms)).replace(' ', 'T')}Z`) - ms
  // The second offset uses the approximate instant, because in the night of a clock change the first one may
  // be wrong.
  return new Date(shown - offset(shown - offset(shown)))
}

export function beginningOf(season: number): Date {
  return easternInstant(firstDayOf(season), '00:00')
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}
