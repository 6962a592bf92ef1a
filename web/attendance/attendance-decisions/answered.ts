import type { AttendanceDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { getDecisions } from '#contract/attendance/attendance-decisions/calls.ts'
import { pollWords } from '#contract/attendance/attendance-decisions/poll-words.ts'
import {
  answerGroupOf,
  readSubject,
  subjectOfReport,
} from '#contract/attendance/attendance-decisions/subjects.ts'
import { getFetchedNotes } from '#contract/attendance/attendance-uploads/calls.ts'
import { getAccountAttendances, getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { getReplacedReports, replacedReason } from '#contract/attendance/attendances/report-calls.ts'
import { reportWords } from '#contract/attendance/attendances/report-words.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import type { Question } from '#contract/counting/credit-findings/calls.ts'
import { countWaits, getSlotFindings, getWaits } from '#contract/counting/credit-findings/calls.ts'
import { getPollQuestions } from '#contract/counting/credit-findings/poll-questions.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant, shownSpan, shownTimeOf } from '#web/core/texts/instants.ts'

/** The slot of an open question, and its count's progress. */
export interface WaitingSlot {
  eventSlotId: number
  eventId: number
  eventName: string
  slot: SlotTime
  isInPerson: boolean
  /** The slot's hours of credit. */
  creditHours: number
  countedAt: Date | null
}

/** The reads that an answer changes. */
export const reloads = [
  getWaits,
  countWaits,
  getSlotFindings,
  getPollQuestions,
  getDecisions,
  getSlotAttendance,
  getAccountAttendances,
  getFetchedNotes,
  getReplacedReports,
  getAllRegisteredUsers,
  getActivities,
]

/** A report's rows, and the people offered for them first. */
export interface SeveralAbout {
  of: Omit<WaitingSlot, 'countedAt'>
  subjects: string[]
  /** The rows in words. */
  who: string
  candidates: { registrationId: number; name: string; email: string }[]
}

/** Reads the answers of a slot. */
export function useDecisions(eventSlotId: number): AttendanceDecision[] | undefined {
  return useData(getDecisions, { query: { eventSlotId } }).data?.decisions
}

/** Returns a subject with its newest counting answer, null if none; without it while answers are unknown. */
export function asRead(decisions: AttendanceDecision[] | undefined, subject: string) {
  const newest = decisions?.find((one) => one.isNewest && one.subject === subject)
  return { subject, readDecisionId: decisions && (newest?.decisionId ?? null) }
}

/** Returns true if a question was answered since the slot's last count, so that the next count closes it. */
export function isAnswered(
  { subject, registrationId, facts: { report } }: Question,
  { countedAt }: Pick<WaitingSlot, 'countedAt'>,
  decisions: AttendanceDecision[] = [],
): boolean {
  const ofReport = report && subjectOfReport(report.sha256)
  return decisions.some((one) => {
    const isAbout =
      one.subject === subject ||
      one.subject === ofReport ||
      (registrationId !== null && readSubject(one.subject).registrationId === registrationId)
    return isAbout && one.isNewest && (countedAt === null || one.decidedAt > countedAt)
  })
}

/** Groups the answers of one click, while all of them stand or all were withdrawn. */
export function givenTogether(decisions: AttendanceDecision[]): AttendanceDecision[][] {
  const groups = Map.groupBy(decisions, ({ subject, decidedAt, decidedBy, isNewest, withdrawal }) =>
    JSON.stringify([answerGroupOf(subject), decidedAt, decidedBy, isNewest, withdrawal?.decidedAt]),
  )
  return [...groups.values()]
}

/** Says who answered: the portal sets aside what a newer report hid before the rule `hours-2`. */
export function answererWords({ decidedBy, reason }: AttendanceDecision): string {
  return decidedBy ?? (reason === replacedReason ? 'The portal' : 'Someone who deleted their account')
}

/** Says what was answered. */
export function answerWords({ act, registrations, from, to, credit }: AttendanceDecision): string {
  const names = registrations.map(({ name, email }) => name || email).join(', ')
  switch (act) {
    case 'match':
      return registrations.length > 0 ? `Match to ${names}` : 'Ignore (not registered)'
    case 'state':
      return `Was there from ${from ? shownInstant(from) : '?'} to ${to ? shownTimeOf(to) : '?'}`
    case 'credit':
      return credit?.isElsewhere ? 'Credit here' : `Credited ${shownHours(credit?.hours ?? 0)}`
    case 'settle':
      return 'Marked as final'
    case 'counts':
      return 'Counts'
    case 'does-not-count':
      return 'Does not count'
    default:
      return 'Set aside'
  }
}

// 'fewer-people' waited by the rule `hours-1`.
const anomalyWords: Record<string, string> = {
  'same-hour-missed': 'Most people miss the same hour',
  'fewer-people': 'Fewer people than before',
  'smaller-version': 'Smaller than before',
  'no-polls': 'No poll answers',
  'times-off': 'Times are off by whole hours',
}

/** Says what an answer is about. */
export function subjectWords({ subject, registrations, report }: AttendanceDecision): string {
  const { about, registrantId, email, row, question = '', at = null, on, part } = readSubject(subject)
  if (about === 'report') {
    const rows = [part && `its ${part}`, on && shownDate(on as PlainDate)].filter(Boolean).join(' of ')
    return `${report ? reportWords(report) : 'A report'}${rows && `, ${rows}`}`
  }
  if (about === 'slot') return 'The time slot'
  if (about === 'question') return pollWords({ question, at }, { withDay: true })
  if (about === 'anomaly') return anomalyWords[subject.split(' ')[0] ?? ''] ?? subject
  if (about !== 'rows') return registrations.map(({ name, email }) => name || email).join(', ')
  if (row) return row.name || 'Rows without a name'
  return email || `Registrant ${registrantId}`
}

/** Says when the subjects' rows are; '' for other subjects. */
export function rowTimes(subjects: string[]): string {
  const times = subjects
    .map((subject) => readSubject(subject).row)
    .flatMap((row) => [row?.from, row?.to])
    .filter((time) => time instanceof Date)
    .sort((a, b) => a.getTime() - b.getTime())
  const [first, last] = [times[0], times.at(-1)]
  return first && last ? shownSpan(first, last) : ''
}
