import type { PlainTime } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import { easternClock, easternInstant } from '#contract/core/season.ts'
import { remember } from '#server/core/remember.ts'

const hourMs = 3_600_000

const clock =
  /^(?<on>.+?),?[ T](?<hours>\d{1,2}):(?<minutes>[0-5]\d)(:(?<seconds>[0-5]\d))?( ?(?<half>[ap])\.?m\.?)?( ?(?<zone>[ecmp][sd]t|utc|gmt|z))?$/i

/** 'Feb 10, 2026', '02/10/2026' with the month first, '2026-02-10'. */
const days = [
  /^(?<month>[a-z]{3})[a-z]*\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Returns a reader of instants as webinar platforms write them, Eastern unless they name a zone; undefined for other text. It
 * remembers minutes: converting Eastern times is slow, and of thousands of people many come in the same minute.
 */
export function openInstantReader(): (text: string) => Date | undefined {
  const minutes = new Map<string, number>()
  return (text) => {
    // \s also matches the narrow no-break space that some write before AM and PM.
    const parts = clock.exec(text.trim().replaceAll(/\s+/g, ' '))?.groups
    const on = readDay(parts?.on ?? '')
    const time = readTime(parts?.hours, parts?.minutes, parts?.half)
    if (!on || !time) return undefined
    const seconds = parts?.seconds ?? '00'
    if (parts?.zone) return new Date(`${on} ${time}:${seconds} ${parts.zone}`)
    const minute = remember(minutes, `${on} ${time}`, () => easternInstant(on, time).getTime())
    return new Date(minute + Number(seconds) * 1000)
  }
}

/** Returns when somebody left. In the hour that comes twice in autumn, it is the hour after they joined. */
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
