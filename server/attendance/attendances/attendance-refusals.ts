import { shortened } from '#contract/core/visible-text.ts'
import type { Flaw, ReadAnswer, ReadVisit } from './attendance-reading.ts'

interface ReadRows {
  visits: readonly ReadVisit[]
  answers: readonly ReadAnswer[]
  /** Times without dates would get one day, though they seem to be of several. */
  hasSeveralDays: boolean
  /** The visits under columns that may have the event's times. */
  maybeOfEvent: readonly ReadVisit[]
}

/** Says in one sentence why no row of a file can count; undefined if some may. */
export function unusableWords({
  visits,
  answers,
  hasSeveralDays,
  maybeOfEvent,
}: ReadRows): string | undefined {
  if (hasSeveralDays) {
    return 'The times in this file have no dates, and they seem to be of several days: upload each day as a file, or add a column with the date.'
  }
  const spans = new Set(maybeOfEvent.map(({ joinedAt, leftAt }) => `${joinedAt} ${leftAt}`))
  if (maybeOfEvent.length > 1 && spans.size === 1) {
    return "All rows have the same start and end, so these may be the times of the event: name the columns 'Time In' and 'Time Out' if each person was there at these times."
  }
  const came = visits.filter(({ status }) => status !== 'absent')
  return (
    noneWords(came, 'Join Time', 'join time') ??
    noneWords(came, 'Leave Time', 'leave time') ??
    noneWords(came, 'Date', 'date') ??
    (visits.length === 0 ? noneWords(answers, 'Submitted Time', 'time') : undefined)
  )
}

/**
 * Says that no row has a readable time in a column. A single row may have a typo, so its other time must be
 * unreadable as well.
 */
function noneWords(
  rows: readonly (ReadVisit | ReadAnswer)[],
  column: Flaw['column'],
  name: string,
): string | undefined {
  const unreadable = rows.flatMap(({ line, flaws }) => {
    const flaw = flaws.find((flaw) => flaw.code === 'unreadable-time' && flaw.column === column)
    return flaw ? [{ line, text: flaw.text }] : []
  })
  const [first] = unreadable
  const count = new Set(rows.map(({ sheet, line }) => `${sheet} ${line}`)).size
  if (!first || unreadable.length < rows.length) return undefined
  const shown = `'${shortened(first.text, 60)}' in line ${first.line.toLocaleString('en-US')}`
  if (count > 1) {
    return `None of the ${count.toLocaleString('en-US')} rows has a readable ${name}: the first is ${shown}.`
  }
  const hasOther = rows.some((row) => ('joinedAt' in row ? (row.joinedAt ?? row.leftAt) : null))
  return hasOther ? undefined : `The only row has no readable ${name}: it is ${shown}.`
}
