import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { clockOf, easternInstant } from '#contract/core/season.ts'
import { remember } from '#server/core/remember.ts'

/** The zones of the United States by the words that reports use, in brackets or after a label. */
const named: [RegExp, string][] = [
  [/\b(eastern|e[sd]?t)\b(?! (europe|austral|africa))/i, 'America/New_York'],
  [/\b(central|c[sd]?t)\b(?! (europe|america|austral|africa|asia))/i, 'America/Chicago'],
  [/\b(arizona|phoenix)\b/i, 'America/Phoenix'],
  [/\b(mountain|m[sd]?t)\b/i, 'America/Denver'],
  [/\b(pacific|p[sd]?t)\b/i, 'America/Los_Angeles'],
  [/\b(alaska|ak[sd]?t)\b/i, 'America/Anchorage'],
  [/\b(hawaii|h[sd]?t)\b/i, 'Pacific/Honolulu'],
]

/** The offsets of the abbreviations that follow a single time: there, EST is never daylight saving time. */
const offsets: Record<string, string> = {
  ...{ z: 'Z', utc: 'Z', gmt: 'Z' },
  ...{ est: '-05:00', edt: '-04:00', cst: '-06:00', cdt: '-05:00', mst: '-07:00', mdt: '-06:00' },
  ...{ pst: '-08:00', pdt: '-07:00', akst: '-09:00', akdt: '-08:00', hst: '-10:00' },
}

const offsetForm = /^(?:utc|gmt)? ?(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d\d)?$/i

/**
 * Returns the zone that a column's brackets or a header line name, for `Intl`; undefined if they name none. 'EST' over a column
 * means Eastern, in summer, too, as does '(GMT-5:00) Eastern Time'.
 */
export function zoneIn(text: string): string | undefined {
  const iana = /\b[A-Z][A-Za-z]+(\/[A-Za-z_]+)+/.exec(text)?.[0]
  if (iana && isZone(iana)) return iana
  const known = named.find(([words]) => words.test(text))
  if (known) return known[1]
  const offset = /(?:\b(?:utc|gmt)) ?[+-]\d{1,2}(?::?\d\d)?|^[+-]\d{1,2}:?\d\d$/i.exec(text.trim())?.[0]
  if (offset) return offsetOf(offset)
  return /\b(utc|gmt|zulu|coordinated universal time)\b/i.test(text) ? 'UTC' : undefined
}

/** Returns the offset that follows a time, as '-05:00' or 'Z'; undefined for other words. */
export function offsetOf(text: string): string | undefined {
  const parts = offsetForm.exec(text)?.groups
  if (!parts) return offsets[text.toLowerCase()]
  const { sign, hours = '', minutes = '00' } = parts
  return Number(hours) <= 14 && Number(minutes) < 60
    ? `${sign}${hours.padStart(2, '0')}:${minutes}`
    : undefined
}

export function isZone(zone: string): boolean {
  try {
    return clockOf(zone) !== undefined
  } catch {
    return false
  }
}

export interface ZoneClock {
  /** Returns the milliseconds of a minute: the first one in the hour that autumn repeats. */
  msOf(on: PlainDate, time: PlainTime): number
  /** Tells whether both instants show the same clock time. */
  isSameTime(one: Date, other: Date): boolean
}

/** Opens a zone's clock. It remembers minutes: converting is slow, and of thousands of people many come in the same minute. */
export function openZoneClock(zone: string): ZoneClock {
  const clock = clockOf(zone)
  const minutes = new Map<string, number>()
  return {
    msOf: (on, time) => remember(minutes, `${on} ${time}`, () => easternInstant(on, time, clock).getTime()),
    isSameTime: (one, other) => clock.format(one) === clock.format(other),
  }
}
