import type { AttendanceReport } from '#contract/attendances/calls.ts'
import { type AttendanceVisit, type PollMoment, readingsOf } from '#contract/attendances/readings.ts'
import { isStayAt } from '#contract/attendances/rules.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { slotDays } from '#contract/slots/times.ts'

/** The facts of a report that decide which days it counts for. */
type ChosenReport = Pick<
  AttendanceReport,
  'reportId' | 'origin' | 'kind' | 'receivedAt' | 'days' | 'visits' | 'answers'
>

/** Returns the reports that count for each day of a slot. */
export function sourcesOf(slot: SlotTime, reports: readonly ChosenReport[]) {
  const bare = reports.map((report) => readingWith(report, [], []))
  return readingsOf(bare, slotDays(slot)).sources
}

/** Tells whether a report says anything. A platform's answer says nothing if the webinar was not held yet, or its report is not written. */
export function saysAnything(report: Pick<AttendanceReport, 'origin' | 'visits' | 'answers'>): boolean {
  return report.origin !== 'platform' || report.visits > 0 || report.answers > 0
}

interface ReadVisit extends Omit<AttendanceVisit, 'isWaiting' | 'medium'> {
  status: 'present' | 'waiting' | 'absent'
  medium: AttendanceVisit['medium'] | null
}

interface ReadAnswer extends Pick<PollMoment, 'question'> {
  answeredAt: Date | null
  answeredOn: PlainDate | null
}

/**
 * Chooses the rows of a slot's reports that count: each day by the newest report that covers it, of every role, also from a waiting
 * room and with flaws. Leaves out rows that are only about another slot with the same webinar.
 */
export function countedRows<Visit extends ReadVisit, Answer extends ReadAnswer>(
  slot: SlotTime,
  others: readonly SlotTime[],
  reports: readonly (ChosenReport & { rows: { visits: readonly Visit[]; answers: readonly Answer[] } })[],
) {
  const days = slotDays(slot)
  const readings = reports.map((report) => {
    // An answer that names neither its time nor its day is shown on the first day of the report.
    const firstDay = days.find(({ on }) => report.days.includes(on))?.on ?? null
    return readingWith(
      report,
      report.rows.visits.map((row) => ({
        ...row,
        ...{ medium: row.medium ?? ('online' as const), isWaiting: row.status === 'waiting' },
      })),
      report.rows.answers.map((row) => ({ ...row, at: row.answeredAt, on: row.answeredOn ?? firstDay })),
    )
  })
  const counted = readingsOf(readings, days)
  return {
    ...counted,
    visits: counted.visits.filter(({ joinedAt, leftAt }) => isHere(joinedAt, leftAt)),
    answers: counted.answers.filter(({ answeredAt }) => isHere(answeredAt, answeredAt)),
  }

  function isHere(from: Date | null, to: Date | null): boolean {
    const joinedAt = from ?? to
    if (!joinedAt) return true
    return isStayAt(slot, others, { joinedAt, leftAt: to && to > joinedAt ? to : joinedAt })
  }
}

function readingWith<Visit, Answer>(report: ChosenReport, visits: Visit[], answers: Answer[]) {
  return {
    ...report,
    days: report.days as PlainDate[],
    // The door says that nobody came after all its scans are taken back.
    visits: report.visits > 0 || report.origin === 'door' ? visits : null,
    answers: report.answers > 0 ? answers : null,
  }
}
