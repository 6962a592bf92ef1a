import { visibleEmail } from '#contract/core/email-addresses.ts'
import type { StatedTotal } from '#server/stored-json.ts'
import type { FoundColumn } from './attendance-columns.ts'
import type { ReadVisit, ReportKind } from './attendance-reading.ts'

const minuteMs = 60_000

/** A row's stated minutes, with its visit; a summary has no visit. */
export interface StatedMinutes {
  person: Pick<ReadVisit, 'registrantId' | 'email' | 'name'>
  minutes: number
  /** The minutes from the row's join to its leave; null without such times. */
  span: number | null
}

/** Returns the minutes between a visit's times; null without both. */
export function spanOf({ joinedAt, leftAt }: Pick<ReadVisit, 'joinedAt' | 'leftAt'>): number | null {
  return joinedAt && leftAt && leftAt >= joinedAt ? (leftAt.getTime() - joinedAt.getTime()) / minuteMs : null
}

/**
 * Returns each person's total. Zoom and GoTo Webinar state minutes per row, so they are summed. If all of a
 * person's rows state the same, it may be the total instead: the one that fits the times better counts.
 */
export function totalsOf(stated: readonly StatedMinutes[]): StatedTotal[] {
  const people = Map.groupBy(stated, ({ person: { registrantId, email, name } }) =>
    registrantId || email ? `${registrantId ?? ''} ${visibleEmail(email ?? '')}` : ` ${name}`,
  )
  return [...people.values()].map((rows) => {
    const [first] = rows as [StatedMinutes]
    const { registrantId, email, name } = first.person
    const sum = rows.reduce((total, row) => total + exactMinutes(row), 0)
    const spans = rows.reduce((total, { span }) => total + (span ?? 0), 0)
    const isRepeated = rows.length > 1 && rows.every(({ minutes }) => minutes === first.minutes)
    const isTotal = isRepeated && Math.abs(first.minutes - spans) < Math.abs(sum - spans)
    return { registrantId, email, name, minutes: Math.round(isTotal ? first.minutes : sum) }
  })
}

/**
 * Webinar platforms round each row's minutes. If they fit its times, the times count, or a hundred rows would
 * add up an hour.
 */
function exactMinutes({ minutes, span }: StatedMinutes) {
  return span !== null && Math.abs(minutes - span) <= 1 ? span : minutes
}

/**
 * Returns a duration's minutes: '244', '244 mins', '4 hours 4 minutes', '4h 4m 0s' or '04:04:00'; undefined
 * for other text. A bare number in a list without units may be hours.
 */
export function minutesIn(text: string, { written }: FoundColumn, kind: ReportKind): number | undefined {
  const clock = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(text)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]) + Number(clock[3]) / 60
  if (/^\d+(\.\d+)?$/.test(text)) {
    const unit = /\(.*?(hour|min|sec)/i.exec(written)?.[1]?.toLowerCase() ?? /(minutes)/i.exec(written)?.[1]
    if (!unit && kind === 'list') return undefined
    return Number(text) * (unit === 'hour' ? 60 : unit === 'sec' ? 1 / 60 : 1)
  }
  const parts =
    /^(?:(\d+(?:\.\d+)?) ?(?:h|hrs?|hours?)\b\.?,?)? ?(?:(\d+(?:\.\d+)?) ?(?:m|mins?|minutes?)\b\.?,?)? ?(?:(\d+) ?(?:s|secs?|seconds?)\b\.?)?$/i.exec(
      text,
    )
  if (!parts || text === '') return undefined
  const [, hours = 0, minutes = 0, seconds = 0] = parts
  return Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
}
