import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { easternTime } from '#contract/core/season.ts'
import { remember } from '#server/core/remember.ts'
import { readDay, readSerial } from './attendance-dates.ts'
import type { ZoneClock } from './attendance-zones.ts'
import { offsetOf, openZoneClock, zoneIn } from './attendance-zones.ts'

const hourMs = 3_600_000

/** The longest stay over midnight whose times have no dates. A longer one is more likely a typo. */
const longestNightMs = 8 * hourMs

/**
 * The longest gap between two times of a row, if the later one is moved to the afternoon to follow the
 * earlier one.
 */
const longestHalfMs = 10 * hourMs

/** The latest time of day that is chosen because it puts a row in order. A later one is more likely a typo. */
const lastTime = '18:00'

/** An earlier Eastern time without AM or PM is in the afternoon: nobody is there at night. */
const firstTime = '05:00'

/** '7:58 AM', '07:58:10', '07h58', '8 am', '0758', each with or without a date before, and perhaps a zone after. */
const clock =
  /^(?:(?<on>.+?),?(?: at)?[ T])?(?:(?<hours>\d{1,2})(?::| ?h ?)(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d)(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?(?: ?m\.?)?(?![a-z]))?|(?<whole>\d{1,2}) ?(?<wholeHalf>[ap])\.? ?m\.?|(?<short>\d{1,2})(?<shortMinutes>[0-5]\d)(?: ?h(?:rs|ours)?\.?)?)(?: ?\(?(?<zone>[a-z][a-z/_ ]*|(?:utc|gmt)? ?[+-]\d{1,2}(?::?\d\d)?)\)?)?$/i

interface WrittenTime {
  /** null: on any day. */
  on: PlainDate | null
  time: PlainTime
  seconds: number
  /** 'a' or 'p'. */
  half?: string | undefined
  /** Its own zone, if named: an offset like '-05:00', or a zone. */
  offset?: string
  zone?: string
  /** The zone whose standard or daylight saving time an abbreviation like 'EST' names. */
  season?: string | undefined
}

export interface ReadTime {
  at: Date | null
  /** The reason for a missing instant. */
  flaw?: 'unreadable-time' | 'no-zone' | 'no-day'
  /** The clock of a time without its own offset. */
  clock?: ZoneClock
  /** The text names no zone. */
  isBare?: boolean
  /** The text names no day. */
  isDayless?: boolean
  /** Its day and time in its zone. */
  on?: PlainDate
  time?: PlainTime
}

/** `isLate`: a time of a twelve-hour clock without AM and PM is in the second half of the day. */
export type TimeReader = (
  text: string,
  zone: string | null,
  on?: PlainDate | null,
  isLate?: boolean,
) => ReadTime

interface TimeRules {
  /** The numbers of a workbook are rounded to a hundredth of a day, as a text may show them. */
  areSerialsRounded?: boolean
  /** '05/02/2026' is the fifth of February. */
  isDayFirst?: boolean
  /** All times are in this zone, whatever they name. */
  onlyZone?: string | undefined
}

/**
 * Returns a reader of instants as webinar platforms and spreadsheets write them. A time's own zone and day win over the given ones.
 */
export function openTimeReader({
  isDayFirst = false,
  areSerialsRounded = false,
  onlyZone,
}: TimeRules = {}): TimeReader {
  const clocks = new Map<string, ZoneClock>()
  return (text, given, day = null, isLate = false) => {
    const isRounded = areSerialsRounded && serialForm.test(text)
    const written = isRounded ? undefined : readWritten(text, isDayFirst)
    if (!written) return { at: null, flaw: 'unreadable-time' }
    const { seconds, offset } = written
    const time = isLate ? (readTime(...written.time.split(':'), 'p') ?? written.time) : written.time
    const [on, zone] = [written.on ?? day, onlyZone ?? written.zone ?? given]
    const about = {
      isBare: onlyZone !== undefined || (!offset && !written.zone),
      isDayless: !written.on,
      time,
    }
    if (!on) return { at: null, flaw: 'no-day', ...about }
    if (offset && !onlyZone) {
      const at = new Date(Date.parse(`${on}T${time}:00${offset}`) + seconds * 1000)
      // 'EST' in summer: nobody knows if its writer means the wall clock.
      const { season } = written
      const own = season && remember(clocks, season, () => openZoneClock(season))
      return own && !own.isSameTime(at, new Date(own.msOf(on, time) + seconds * 1000))
        ? { at: null, flaw: 'no-zone', ...about }
        : { at, on, ...about }
    }
    if (zone === null) return { at: null, flaw: 'no-zone', ...about }
    const clock = remember(clocks, zone, () => openZoneClock(zone))
    return { at: new Date(clock.msOf(on, time) + seconds * 1000), clock, on, ...about }
  }
}

const serialForm = /^\d*\.\d+$/

/** Returns true if all numbers of a workbook in a text have two decimals at most: fourteen minutes share such a number. */
export function areRounded(texts: readonly string[]): boolean {
  const serials = texts.filter((text) => serialForm.test(text))
  return serials.length > 0 && serials.every((text) => /\.\d{1,2}$/.test(text))
}

/** Returns true if times may be of a twelve-hour clock without AM and PM. */
export function lackHalves(texts: readonly string[], isDayFirst: boolean): boolean {
  return texts.every((text) => {
    const { half, time = '12:00' } = readWritten(text, isDayFirst) ?? {}
    return !half && time >= '01:00' && time < '13:00' && !/(?<!\d)0\d(:| ?h|\d\d)/i.test(text)
  })
}

/**
 * Returns a time's reading in the right half of the day. It is the late one if only that fits behind the time
 * before it, or if the early one is at night in the portal's zone.
 */
export function inItsHalf(early: ReadTime, late: ReadTime, after: Date | null): ReadTime {
  if (!early.at || !late.at || !late.time) return early
  const sinceMs = late.at.getTime() - (after?.getTime() ?? 0)
  const isNext = sinceMs >= 0 && sinceMs <= longestHalfMs && late.time <= lastTime
  const isLater = after !== null && early.at < after && isNext
  return isLater || easternTime(early.at) < firstTime ? late : early
}

/** Returns true if both times are only the bounds of days: spreadsheets write a day as its midnight. */
export function lackTimes(joined: ReadTime, left: ReadTime): boolean {
  const isMidnight = joined.time === '00:00' && joined.at?.getUTCSeconds() === 0
  return isMidnight && (left.time === '23:59' || (left.time === '00:00' && left.at?.getUTCSeconds() === 0))
}

/** Returns the zone after a time, as written; '' if none, or if it is not a time. */
export function zoneAfter(text: string): string {
  return clock.exec(spaced(text))?.groups?.zone?.trim() ?? ''
}

/**
 * Returns when a person left. In the hour that fall repeats, it is the one after they joined. Without dates,
 * a time before the join time is on the next day.
 */
export function leftAfter(joinedAt: Date, { at, clock, isDayless }: ReadTime): Date | null {
  if (at === null || !clock || at >= joinedAt) return at
  const later = new Date(at.getTime() + hourMs)
  if (clock.isSameTime(later, at)) return later
  const next = new Date(at.getTime() + 24 * hourMs)
  return isDayless && next.getTime() - joinedAt.getTime() <= longestNightMs ? next : at
}

function readWritten(text: string, isDayFirst: boolean): WrittenTime | undefined {
  // A workbook's whole number is a day, as in a list of hotel nights: it has no time.
  if (/^\d*\.?\d+$/.test(text) && !/^\d{5}$/.test(text)) {
    const serial = readSerial(Number(text))
    if (serial) return serial
  }
  const parts = clock.exec(spaced(text))?.groups
  const { on: day, hours, minutes, half, whole, wholeHalf, short, shortMinutes, seconds } = parts ?? {}
  const time = readTime(hours ?? whole ?? short, minutes ?? shortMinutes ?? '00', half ?? wholeHalf)
  const on = day === undefined ? null : readDay(day, isDayFirst)
  if (!time || on === undefined) return undefined
  const written = { on, time, seconds: Number(seconds ?? 0), half: half ?? wholeHalf }
  const own = parts?.zone?.trim()
  if (!own) return written
  const [offset, zone] = [offsetOf(own), zoneIn(own)]
  if (offset) return { ...written, offset, season: /^([ecp]|ak)[sd]t$/i.test(own) ? zone : undefined }
  return zone ? { ...written, zone } : undefined
}

/** Returns a text with plain spaces. \s also matches the narrow no-break space that some write before AM and PM. */
function spaced(text: string) {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function readTime(hours = '', minutes = '', half?: string): PlainTime | undefined {
  const shown = Number(hours)
  if (hours === '' || (half && (shown < 1 || shown > 12))) return undefined
  const hour = half ? (shown % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : shown
  return hour < 24 ? (`${String(hour).padStart(2, '0')}:${minutes}` as PlainTime) : undefined
}
