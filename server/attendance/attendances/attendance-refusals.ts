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
  const sessions = sessionsIn(maybeOfEvent)
  if (sessions > 0) {
    return `All rows ${sessions > 1 ? 'of a session ' : ''}have the same start and end, so these may be the times of the event: name the columns 'Time In' and 'Time Out' if each person was there at these times.`
  }
  if (visits.length === 0 && answers.length > 0 && areAsked(answers)) {
    return "This seems to be a report of questions that attendees asked. Please upload the webinar platform's poll report, which has the time of each answer."
  }
  const came = visits.filter(({ status }) => status !== 'absent')
  return (
    noneWords(came, 'Join Time', 'join time') ??
    noneWords(came, 'Leave Time', 'leave time') ??
    noneWords(came, 'Date', 'date') ??
    (visits.length === 0 ? noneWords(answers, 'Submitted Time', 'time') : undefined)
  )
}

/** Returns the sessions whose times the rows seem to have, because no other times overlap them; 0: people came and went. */
function sessionsIn(visits: readonly ReadVisit[]): number {
  const spans = new Map(
    visits.flatMap(({ joinedAt, leftAt }) =>
      joinedAt && leftAt ? [[`${joinedAt} ${leftAt}`, { joinedAt, leftAt }] as const] : [],
    ),
  )
  const inTurn = [...spans.values()].sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
  const overlap = inTurn.some(({ joinedAt }, place) => joinedAt < (inTurn[place - 1]?.leftAt ?? joinedAt))
  return visits.length > spans.size && !overlap ? spans.size : 0
}

/**
 * Returns true if each question is in one answer only: attendees ask such questions, and many people answer a
 * poll.
 */
function areAsked(answers: readonly ReadAnswer[]): boolean {
  const questions = new Set(answers.map(({ question }) => question.toLowerCase()))
  const isTimed = answers.some(({ answeredAt, flaws }) => answeredAt !== null || flaws.length > 0)
  return !isTimed && questions.size === answers.length
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
