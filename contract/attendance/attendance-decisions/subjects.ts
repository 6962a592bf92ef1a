import type { ReportPart } from '#contract/attendance/attendances/rules.ts'
import { reportParts } from '#contract/attendance/attendances/rules.ts'
import { visibleEmail } from '#contract/core/email-addresses.ts'
import { comparedName } from '#contract/core/names.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'

/** A row of a report, by what it says of its person. */
export interface SubjectRow {
  registrantId: string | null
  email: string | null
  name: string
  /** The join and leave time, or the time of an answer. */
  from: Date | null
  to: Date | null
}

/**
 * Names the person of a row, so that a decision about it also counts in a corrected report. Rows with neither an id nor an email are
 * each a subject of their own, because nobody knows whether one person or two are behind them.
 */
export function subjectOfRow({ registrantId, email, name, from, to }: SubjectRow): string {
  const address = visibleEmail(email ?? '')
  return registrantId || address
    ? `person ${registrantId ?? ''} ${address}`
    : `row ${comparedName(name)} ${from?.toISOString() ?? ''} ${to?.toISOString() ?? ''}`
}

/** Names the presence of a registration on a day, as somebody states it. */
export function subjectOfStay(registrationId: number, on: PlainDate): string {
  return `stay ${registrationId} ${on}`
}

/** Names what waits about a registration, such as its lowered hours. */
export function subjectOfRegistration(registrationId: number): string {
  return `registration ${registrationId}`
}

/** Names a report by the SHA-256 of its bytes, or one of its days. */
export function subjectOfReport(sha256: string, on?: string): string {
  return on ? `report ${sha256} ${on}` : `report ${sha256}`
}

/** Names a poll question: the launch at a time, or all of its launches. */
export function subjectOfQuestion({ question, at }: { question: string; at: Date | null }): string {
  return `question ${at?.toISOString() ?? ''} ${question}`
}

/** The subject of what concerns a whole slot. */
export const slotSubject = 'slot'

/** A subject in its parts. */
interface Subject {
  about: 'rows' | 'stay' | 'registration' | 'report' | 'question' | 'slot' | 'anomaly'
  /** For a stay or a registration. */
  registrationId?: number
  /** The day of a stay, or the only day of a report. */
  on?: string
  /** The hash of a report's bytes, and which of its rows if not all. */
  sha256?: string
  part?: ReportPart
  /** A question, and when it was launched; null for all its launches. */
  question?: string
  at?: Date | null
  /** The registrant id and email of rows; '' if they have none. */
  registrantId?: string
  email?: string
  /** The compared name and the times of a row with neither an id nor an email. */
  row?: { name: string; from: Date | null; to: Date | null }
}

/** Reads a subject. What is none of the others names an anomaly of the slot. */
export function readSubject(subject: string): Subject {
  if (subject === slotSubject) return { about: 'slot' }
  const person = /^person (.*) (\S*)$/s.exec(subject)
  if (person) return { about: 'rows', registrantId: person[1] ?? '', email: person[2] ?? '' }
  const [isRow, name = '', from, to] = /^row (.*) (\S*) (\S*)$/s.exec(subject) ?? []
  if (isRow) {
    const row = { name, from: timeOf(from), to: timeOf(to) }
    return { about: 'rows', registrantId: '', email: '', row }
  }
  const [, sha256, day, rows] =
    /^report ([0-9a-f]{64})(?: (\d{4}-\d\d-\d\d))?(?: (visits|answers))?$/.exec(subject) ?? []
  const part = reportParts.find((each) => each === rows)
  if (sha256) return { about: 'report', sha256, ...(day && { on: day }), ...(part && { part }) }
  const asked = /^question (\S*) (.*)$/s.exec(subject)
  if (asked) return { about: 'question', question: asked[2] ?? '', at: timeOf(asked[1]) }
  const [, about, registrationId, on] =
    /^(stay|registration) (\d{1,9})(?: (\d{4}-\d\d-\d\d))?$/.exec(subject) ?? []
  if (about === 'stay' && on) return { about, registrationId: Number(registrationId), on }
  if (about === 'registration' && !on) return { about, registrationId: Number(registrationId) }
  return { about: 'anomaly' }
}

/** Returns the same text for what one answer is offered for: rows of one name with neither an id nor an email. */
export function answerGroupOf(subject: string): string {
  const { row } = readSubject(subject)
  return row?.name ? `row ${row.name}` : subject
}

function timeOf(text = ''): Date | null {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
