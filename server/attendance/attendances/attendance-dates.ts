import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'

const dayMs = 86_400_000

const month = '(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const year = '(?<year>\\d{4}|\\d{2})'

/** 'Feb 10, 2026', '10-Feb-26', '2026-02-10', '2026.02.10' and '10.02.2026'. */
const named = [
  `${month} (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})`,
  `(?<day>\\d{1,2})(?:st|nd|rd|th)?[ -]${month},?[ -]${year}`,
  '(?<year>\\d{4})([/.-])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})',
  // With dots, the day is first.
  `(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.${year}`,
]

/** '02/10/2026' and '2/10/26'. */
const monthFirst = `(?<month>\\d{1,2})([/-])(?<day>\\d{1,2})\\2${year}`

/** '10/02/2026'. */
const dayFirst = `(?<day>\\d{1,2})([/-])(?<month>\\d{1,2})\\2${year}`

/** '20260210'. Among other words it may be any number. */
const digits = '(?<year>20\\d\\d)(?<month>\\d\\d)(?<day>\\d\\d)'

const forms = {
  whole: {
    monthFirst: [...named, digits, monthFirst].map((form) => new RegExp(`^${form}$`, 'i')),
    dayFirst: [...named, digits, dayFirst].map((form) => new RegExp(`^${form}$`, 'i')),
  },
  within: {
    monthFirst: [...named, monthFirst].map((form) => new RegExp(`(?<![\\d/.-])${form}(?![\\d/.-])`, 'gi')),
    dayFirst: [...named, dayFirst].map((form) => new RegExp(`(?<![\\d/.-])${form}(?![\\d/.-])`, 'gi')),
  },
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A workbook stores a time in days since the end of 1899; these are the years 2000 to 2099. */
const serials = { from: 36_526, until: 73_051, start: Date.UTC(1899, 11, 30) }

/** Returns a workbook number's day and time; only the time if it is a time of day. */
export function readSerial(serial: number) {
  const isTime = serial > 0 && serial < 1
  if (!isTime && (serial < serials.from || serial >= serials.until)) return undefined
  // A workbook's fractions are off by some microseconds.
  const shown = new Date(serials.start + Math.round((serial * dayMs) / 1000) * 1000).toISOString()
  return {
    on: isTime ? null : (shown.slice(0, 10) as PlainDate),
    time: shown.slice(11, 16) as PlainTime,
    seconds: Number(shown.slice(17, 19)),
  }
}

/** Returns a text's day, also from a workbook's number; undefined for other text. */
export function readDay(text: string, isDayFirst: boolean): PlainDate | undefined {
  if (/^\d{5}(\.\d+)?$/.test(text)) return readSerial(Number(text))?.on ?? undefined
  const bare = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i, '')
  for (const form of forms.whole[isDayFirst ? 'dayFirst' : 'monthFirst']) {
    const groups = form.exec(bare)?.groups
    if (groups) return dayOf(groups)
  }
  return undefined
}

/** Returns the days among other words of a text, each once. */
export function daysWithin(text: string, isDayFirst: boolean): PlainDate[] {
  const found = formsWithin(isDayFirst).flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ groups = {} }) => dayOf(groups) ?? []),
  )
  return [...new Set(found)]
}

/** Returns the words of a text beside its days and times. A number there may be a day that can't be read or doesn't exist. */
export function wordsBesideDays(text: string, isDayFirst: boolean): string {
  const forms = formsWithin(isDayFirst)
  return forms.reduce(
    (rest, form) => rest.replaceAll(form, (match, ...parts) => (dayOf(parts.at(-1)) ? ' ' : match)),
    text.replaceAll(/\d{1,2}:\d\d(:\d\d)?/g, ' '),
  )
}

/** A day without its year: 'Day 2', 'Tues', 'Wednesday', '2/10', 'Feb 10'. */
export const dayWord =
  /\bday ?(?:\d+|one|two|three)\b|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b|\b\d{1,2}\/\d{1,2}\b(?!\/)|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b/i

/** Returns true for a line that tells nothing but a day: '02/10/2027', 'Day 2: Wednesday', 'Date: Feb 10'. */
export function isDayLine(text: string): boolean {
  if (/\d:\d\d|^\d+\.\d+$/.test(text)) return false
  if (readDay(text, false) ?? readDay(text, true)) return true
  const rest = wordsBesideDays(text, false).replaceAll(new RegExp(dayWord, 'gi'), ' ')
  const tells = dayWord.test(text) || daysWithin(text, false).length > 0
  return tells && !/[a-z\d]/i.test(rest.replace(/\bdate\b/i, ' '))
}

const monthWithDay =
  /\b(?<month>jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t|tember)?|oct(ober)?|nov(ember)?|dec(ember)?)\b\.? (?<day>\d\d?)(?!\d| deadline)/gi

/** Returns true if a text has another day of a month than the given ones, perhaps without a year. A deadline is none. */
export function namesOtherDay(text: string, days: readonly PlainDate[]): boolean {
  return [...text.matchAll(monthWithDay)].some(
    ({ groups }) => !days.some((on) => dayOf({ ...groups, year: on.slice(0, 4) }) === on),
  )
}

/**
 * Returns true if dates have the day first: one of them, like '25/02/2026', can't have the month first, and
 * none must.
 */
export function areDayFirst(texts: Iterable<string>): boolean {
  let isDayFirst = false
  for (const text of texts) {
    const [, first, second] = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?![\d/.-])/.exec(text) ?? []
    if (Number(second) > 12) return false
    if (Number(first) > 12) isDayFirst = true
  }
  return isDayFirst
}

function formsWithin(isDayFirst: boolean): RegExp[] {
  return forms.within[isDayFirst ? 'dayFirst' : 'monthFirst']
}

function dayOf({ year = '', month = '', day = '' }: Record<string, string | undefined>) {
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const on = `${year.padStart(4, '20')}-${String(named || month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(on) ? on : undefined
}
