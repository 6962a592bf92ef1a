import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import { remember } from '#server/core/remember.ts'
import { offsetOf, openZoneClock, type ZoneClock, zoneIn } from './attendance-zones.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const clock =
  /^(?<on>.+?),?(?: at)?[ T](?<hours>\d{1,2}):(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d)(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?\(?(?<zone>[a-z][a-z/_ ]*|(?:utc|gmt)? ?[+-]\d{1,2}(?::?\d\d)?)\)?)?$/i

/** 'Feb 10, 2026', '10-Feb-26', '02/10/2026' and '2/10/26' with the month first, '2026-02-10'. */
const days = [
  /^(?<month>[a-z]{3})[a-z]*\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i,
  /^(?<day>\d{1,2})[ -](?<month>[a-z]{3})[a-z]*\.?,?[ -](?<year>\d{4}|\d{2})$/i,
  /^(?<month>\d{1,2})([/-])(?<day>\d{1,2})\2(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})([/-])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The days since the end of 1899 by which a workbook stores a time: of the years 2000 to 2099. */
const serials = { from: 36_526, until: 73_051, start: Date.UTC(1899, 11, 30) }

/** A time as it was written. */
interface WrittenTime {
  on: PlainDate
  time: PlainTime
  seconds: number
  /** Its own zone, if it names one: an offset like '-05:00', or a zone. */
  offset?: string
  zone?: string
}

export interface ReadTime {
  at: Date | null
  /** The reason why there is no instant. */
  flaw?: 'unreadable-time' | 'no-zone'
  /** The clock of a time without an offset of its own. */
  clock?: ZoneClock
  /** The text names no zone. */
  isBare?: boolean
}

export type TimeReader = (text: string, zone: string | null) => ReadTime

/** Returns a reader of instants as webinar platforms and spreadsheets write them. A time's own zone wins over the given one. */
export function openTimeReader(): TimeReader {
  const clocks = new Map<string, ZoneClock>()
  return (text, given) => {
    const written = readWritten(text)
    if (!written) return { at: null, flaw: 'unreadable-time' }
    const { on, time, seconds, offset, zone = given } = written
    const isBare = !offset && !written.zone
    if (offset) return { at: new Date(Date.parse(`${on}T${time}:00${offset}`) + seconds * 1000) }
    if (zone === null) return { at: null, flaw: 'no-zone', isBare }
    const clock = remember(clocks, zone, () => openZoneClock(zone))
    return { at: new Date(clock.msOf(on, time) + seconds * 1000), clock, isBare }
  }
}

/** Returns when somebody left. In the hour that comes twice in autumn, it is the hour after they joined. */
export function leftAfter(joinedAt: Date, { at, clock }: ReadTime): Date | null {
  if (at === null || !clock || at >= joinedAt) return at
  const later = new Date(at.getTime() + hourMs)
  return clock.isSameTime(later, at) ? later : at
}

function readWritten(text: string): WrittenTime | undefined {
  if (/^\d{5}(\.\d+)?$/.test(text)) return readSerial(Number(text))
  // \s also matches the narrow no-break space that some write before AM and PM.
  const parts = clock.exec(text.trim().replaceAll(/\s+/g, ' '))?.groups
  const on = readDay(parts?.on ?? '')
  const time = readTime(parts?.hours, parts?.minutes, parts?.half)
  if (!on || !time) return undefined
  const written = { on, time, seconds: Number(parts?.seconds ?? 0) }
  const own = parts?.zone?.trim()
  if (!own) return written
  const [offset, zone] = [offsetOf(own), zoneIn(own)]
  if (offset) return { ...written, offset }
  return zone ? { ...written, zone } : undefined
}

function readSerial(serial: number): WrittenTime | undefined {
  if (serial < serials.from || serial >= serials.until) return undefined
  // A workbook's fractions are off by some microseconds.
  const shown = new Date(serials.start + Math.round((serial * dayMs) / 1000) * 1000).toISOString()
  return {
    on: shown.slice(0, 10) as PlainDate,
    time: shown.slice(11, 16) as PlainTime,
    seconds: Number(shown.slice(17, 19)),
  }
}

function readDay(text: string) {
  const bare = text.replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i, '')
  const parts = days.map((form) => form.exec(bare)?.groups).find((groups) => groups !== undefined)
  if (!parts) return undefined
  const { year = '', month = '', day = '' } = parts
  const named = months.indexOf(month.toLowerCase()) + 1
  const on = `${year.padStart(4, '20')}-${String(named || month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(on) ? on : undefined
}

function readTime(hours = '', minutes = '', half?: string): PlainTime | undefined {
  const shown = Number(hours)
  if (half && (shown < 1 || shown > 12)) return undefined
  const hour = half ? (shown % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : shown
  return hour < 24 ? (`${String(hour).padStart(2, '0')}:${minutes}` as PlainTime) : undefined
}
