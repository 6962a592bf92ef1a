import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { clockOf, easternInstant } from '#contract/core/season.ts'
import { remember } from '#server/core/remember.ts'

/** The zones of the United States by their words. */
const named: Record<string, string> = {
  ...ofWords('America/New_York', 'eastern et est edt'),
  ...ofWords('America/Chicago', 'central ct cst cdt'),
  ...ofWords('America/Denver', 'mountain mt mst mdt'),
  ...ofWords('America/Phoenix', 'arizona phoenix'),
  ...ofWords('America/Los_Angeles', 'pacific pt pst pdt'),
  ...ofWords('America/Anchorage', 'alaska akt akst akdt'),
  ...ofWords('Pacific/Honolulu', 'hawaii ht hst hdt'),
  ...ofWords('UTC', 'utc gmt z zulu universal'),
}

/** The words that may accompany a zone's name, as in '(GMT-05:00) Eastern Time (US and Canada)'. */
const fillers = new Set(
  'time timezone zone standard daylight prevailing coordinated us usa canada and the u s'.split(' '),
)

/** The offsets of abbreviations after a single time, where EST is never daylight saving time. */
const offsets: Record<string, string> = {
  z: 'Z',
  utc: 'Z',
  gmt: 'Z',
  est: '-05:00',
  edt: '-04:00',
  cst: '-06:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
  akst: '-09:00',
  akdt: '-08:00',
  hst: '-10:00',
}

const offsetForm = /^(?:utc|gmt)? ?(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d\d)?$/i

/**
 * Returns a text's zone, for `Intl`. undefined if the text says anything else, because a topic may have the
 * word 'Pacific', too. 'EST' over a column means Eastern even in summer, and so does '(GMT-5:00) Eastern
 * Time'.
 */
export function zoneIn(text: string): string | undefined {
  if (text.length > 80) return undefined
  const iana = /\b[A-Z][A-Za-z]+(\/[A-Za-z_]+)+/.exec(text)?.[0]
  const rest = iana && isZone(iana) ? text.replace(iana, ' ') : text
  const offset = /\b(?:utc|gmt) ?[+-]\d{1,2}(?::?\d\d)?|^\W*[+-]\d{1,2}:?\d\d\b/i.exec(rest)?.[0]
  const words = (offset ? rest.replace(offset, ' ') : rest).toLowerCase().split(/[^a-z\d]+/)
  const zones = new Set<string>()
  for (const word of words) {
    if (word === '' || fillers.has(word)) continue
    const zone = named[word]
    if (!zone) return undefined
    zones.add(zone)
  }
  // 'Mountain Time (Arizona)'
  if (zones.has('America/Phoenix')) zones.delete('America/Denver')
  if (zones.size > 1) return undefined
  const [zone] = zones
  if (iana && rest !== text) return iana
  return zone ?? (offset ? offsetOf(offset.replace(/^[^+\-a-z]+/i, '')) : undefined)
}

/** Returns the offset after a time, as '-05:00' or 'Z'; undefined for other words. */
export function offsetOf(text: string): string | undefined {
  const parts = offsetForm.exec(text)?.groups
  if (!parts) return offsets[text.toLowerCase()]
  const { sign, hours = '', minutes = '00' } = parts
  return Number(hours) <= 14 && Number(minutes) < 60
    ? `${sign}${hours.padStart(2, '0')}:${minutes}`
    : undefined
}

function ofWords(zone: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, zone]))
}

export function isZone(zone: string): boolean {
  try {
    return clockOf(zone) !== undefined
  } catch {
    return false
  }
}

export interface ZoneClock {
  /** Returns a minute in milliseconds: the first one in the hour that fall repeats. */
  msOf(on: PlainDate, time: PlainTime): number
  /** Returns true if both instants show the same clock time. */
  isSameTime(one: Date, other: Date): boolean
}

/**
 * Opens a zone's clock. It caches minutes: converting is slow, and of thousands of people many come in the
 * same minute.
 */
export function openZoneClock(zone: string): ZoneClock {
  const clock = clockOf(zone)
  const minutes = new Map<string, number>()
  return {
    msOf: (on, time) => remember(minutes, `${on} ${time}`, () => easternInstant(on, time, clock).getTime()),
    isSameTime: (one, other) => clock.format(one) === clock.format(other),
  }
}
