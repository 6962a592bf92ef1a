import type { ReportPart } from '#contract/attendance/attendances/rules.ts'
import { reportParts } from '#contract/attendance/attendances/rules.ts'
import { visibleEmail } from '#contract/core/email-addresses.ts'
import { comparedName } from '#contract/core/names.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'

/** A row's facts about its person. */
export interface SubjectRow {
  registrantId: string | null
  email: string | null
  name: string
  /** The join and leave time, or the time of an answer. */
  from: Date | null
  to: Date | null
}

/**
 * Identifies a row's person, so that a decision also applies to a corrected report. Each row without id and
 * email is its own subject, because nobody knows if one person or two are behind them.
 */
export function subjectOfRow({ registrantId, email, name, from, to }: SubjectRow): string {
  const address = visibleEmail(email ?? '')
  return registrantId || address
    ? `person ${registrantId ?? ''} ${address}`
    : `row ${comparedName(name)} ${from?.toISOString() ?? ''} ${to?.toISOString() ?? ''}`
}

/** Identifies a registration's presence on a day, as stated. */
export function subjectOfStay(registrationId: number, on: PlainDate): string {
  return `stay ${registrationId} ${on}`
}

/** Identifies an open question about a registration, such as its lowered hours. */
export function subjectOfRegistration(registrationId: number): string {
  return `registration ${registrationId}`
}

/** Identifies a report by the SHA-256 of its bytes, or one of its days. */
export function subjectOfReport(sha256: string, on?: string): string {
  return on ? `report ${sha256} ${on}` : `report ${sha256}`
}

/** Identifies a poll question: one launch, or all. */
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
  /** The rows' registrant id and email; '' if missing. */
  registrantId?: string
  email?: string
  /** The compared name and the times of a row without id and email. */
  row?: { name: string; from: Date | null; to: Date | null }
}

/** Reads a subject. Any other text names an anomaly of the slot. */
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

/** Returns the same text for subjects that one answer is offered for: rows of one name without id and email. */
export function answerGroupOf(subject: string): string {
  const { row } = readSubject(subject)
  return row?.name ? `row ${row.name}` : subject
}

function timeOf(text = ''): Date | null {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
