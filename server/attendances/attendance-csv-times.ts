import type { PlainTime } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import { easternClock, easternInstant } from '#contract/core/season.ts'
import { remember } from '#server/core/remember.ts'

const hourMs = 3_600_000

const clock =
  /^(?<on>.+?),?[ T](?<hours>\d{1,2}):(?<minutes>[0-5]\d)(:(?<seconds>[0-5]\d))?( ?(?<half>[ap])\.?m\.?)?( ?(?<zone>[a-z]+))?$/i

/** 'Feb 10, 2026', '02/10/2026' as it is written in the United States, '2026-02-10'. */
const days = [
  /^(?<month>[a-z]{3})[a-z]*\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Hours from UTC, where a time names its zone. */
const zones: Partial<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

/**
 * Reads instants as the platforms write them, on an Eastern clock where no zone is named; undefined where it is none. What an
 * Eastern clock shows is costly to find out, and of thousands of people many come in the same minute.
 */
export function openInstantReader(): (text: string) => Date | undefined {
  const minutes = new Map<string, number>()
  return (text) => readInstant(text, minutes)
}

function readInstant(text: string, minutes: Map<string, number>): Date | undefined {
  // Some write a narrow space that doesn't break before AM and PM.
  const parts = clock.exec(text.trim().replaceAll(/\s+/g, ' '))?.groups
  const on = readDay(parts?.on ?? '')
  const time = readTime(parts?.hours, parts?.minutes, parts?.half)
  if (!on || !time) return undefined
  const ms = Number(parts?.seconds ?? 0) * 1000
  if (!parts?.zone) {
    return new Date(remember(minutes, `${on} ${time}`, () => easternInstant(on, time).getTime()) + ms)
  }
  const hours = zones[parts.zone.toLowerCase()]
  return hours === undefined ? undefined : new Date(Date.parse(`${on}T${time}Z`) - hours * hourMs + ms)
}

/** When somebody left who had joined: in the hour that comes twice in autumn, they can't have left before. */
export function leftAfter(joinedAt: Date, leftAt: Date): Date {
  const later = new Date(leftAt.getTime() + hourMs)
  return leftAt < joinedAt && easternClock(later) === easternClock(leftAt) ? later : leftAt
}

function readDay(text: string) {
  const parts = days.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (!parts) return undefined
  const { year, month = '', day = '' } = parts
  const named = months.indexOf(month.toLowerCase()) + 1
  const on = `${year}-${String(named || month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(on) ? on : undefined
}

function readTime(hours = '', minutes = '', half?: string): PlainTime | undefined {
  const shown = Number(hours)
  if (half && (shown < 1 || shown > 12)) return undefined
  const hour = half ? (shown % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : shown
  return hour < 24 ? (`${String(hour).padStart(2, '0')}:${minutes}` as PlainTime) : undefined
}
