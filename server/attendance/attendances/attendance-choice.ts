import { readSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { AttendanceReport } from '#contract/attendance/attendances/calls.ts'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { SetAside } from '#contract/attendance/attendances/report-calls.ts'
import { countingReports, withFacts } from '#contract/attendance/attendances/reports.ts'
import type { ReportPart } from '#contract/attendance/attendances/rules.ts'
import { isStayAt } from '#contract/attendance/attendances/rules.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { dayAt, nightsBetween } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { inTurns } from '#server/core/in-turns.ts'

/** A report's rows that don't count: of one day or every day, all of them or only visits or answers. */
type RowsSetAside = Pick<SetAside, 'on' | 'part'>

/** The facts of a report that decide which rows count. */
export interface ChosenReport extends Pick<AttendanceReport, 'reportId' | 'origin' | 'visits' | 'answers'> {
  /** The fetched instance of a webinar, or the door: its newest version counts. null: an upload. */
  instance: string | null
  sha256: string
  /** The Eastern days of its rows. */
  days: readonly string[]
  setAside: readonly RowsSetAside[]
}

/** Returns the decisions that set a report's rows aside, from the newest decisions about each subject. */
export function setAsideOf<Decided extends { act: string; subject: string }>(
  decisions: readonly Decided[],
  sha256: string,
): (Decided & RowsSetAside)[] {
  return decisions.flatMap((decision) => {
    const { sha256: named, on = null, part = null } = readSubject(decision.subject)
    return decision.act === 'set-aside' && named === sha256 ? { ...decision, on, part } : []
  })
}

/** Returns true if a day's rows of a kind are set aside; with `on` null, if every day's are. */
export function isSetAside(
  setAside: readonly RowsSetAside[],
  rows: { on: string | null; part: ReportPart },
): boolean {
  return setAside.some(
    ({ on, part }) => (on === null || on === rows.on) && (part === null || part === rows.part),
  )
}

/**
 * Returns true if a report has rows. A platform's answer has none if the webinar was not held yet, or its
 * report is not written.
 */
export function saysAnything(report: Pick<AttendanceReport, 'origin' | 'visits' | 'answers'>): boolean {
  return report.origin !== 'platform' || report.visits > 0 || report.answers > 0
}

/** Returns the reports with the facts for `countingReports`, oldest first. */
export function chosenReports<Report extends ChosenReport>(reports: readonly Report[]) {
  const oldest = reports.toSorted((a, b) => a.reportId - b.reportId)
  // A fetch from before instances were distinguished is an earlier version of all of them. A slot's even
  // earlier webinar was fetched without instances, too.
  const first = oldest.findIndex(
    ({ origin, instance }) => origin === 'platform' && instance !== null && !instance.startsWith('webinar '),
  )
  return oldest
    .filter(({ origin, instance }, place) => origin !== 'platform' || instance !== null || first < place)
    .map(withFacts)
}

interface ReadVisit extends Omit<AttendanceVisit, 'isWaiting' | 'medium'> {
  status: 'present' | 'waiting' | 'absent'
  medium: AttendanceVisit['medium'] | null
}

interface ReadAnswer extends Pick<PollMoment, 'question' | 'session' | 'nth'> {
  answeredAt: Date | null
  answeredOn: PlainDate | null
}

/**
 * Returns the counting rows of a slot's reports, of every role, including waiting rooms and flawed rows.
 * Leaves out rows only about another slot with the same webinar.
 */
export async function countedRows<
  Visit extends ReadVisit,
  Answer extends ReadAnswer,
  Report extends ChosenReport,
>(
  slot: SlotTime & { isInPerson: boolean },
  others: readonly SlotTime[],
  reports: readonly (Report & { rows: { visits: readonly Visit[]; answers: readonly Answer[] } })[],
) {
  const days = slotDays(slot)
  const otherDays = others.flatMap(slotDays)
  const nights = nightsBetween(days)
  const medium = slot.isInPerson ? ('in-person' as const) : ('online' as const)
  const counting = countingReports(chosenReports(reports))
  const [visits, answers] = [[] as ReturnType<typeof visitsOf>, [] as ReturnType<typeof answersOf>]
  for (const report of counting) {
    for await (const row of inTurns(report.rows.visits)) visits.push(...visitsOf(row, report))
    // An answer without time and day is shown on the report's first day.
    const firstDay = days.find(({ on }) => report.days.includes(on))?.on ?? null
    for await (const row of inTurns(report.rows.answers)) answers.push(...answersOf(row, report, firstDay))
  }
  return { counting, visits, answers }

  function visitsOf(row: Visit, report: ChosenReport) {
    const { reportId, setAside } = report
    const visit = { ...row, reportId, medium: row.medium ?? medium, isWaiting: row.status === 'waiting' }
    const parts = setAside.every(({ part }) => part === 'answers') ? [visit] : partsOf(visit, report)
    return parts.filter(({ joinedAt, leftAt }) => isHere(joinedAt, leftAt))
  }

  function answersOf(row: Answer, { reportId, setAside }: ChosenReport, firstDay: PlainDate | null) {
    const answer = { ...row, reportId, at: row.answeredAt, on: row.answeredOn ?? firstDay }
    const { at, on } = answer
    const day = at ? (dayAt(days, at)?.on ?? null) : on
    return !isSetAside(setAside, { on: day, part: 'answers' }) && isHere(at, at) ? [answer] : []
  }

  /**
   * Returns a visit's parts on the days that are not set aside. A visit over several days is cut in the
   * nights between.
   */
  function partsOf<Row extends AttendanceVisit>(row: Row, { setAside, days: covered }: ChosenReport): Row[] {
    const isOut = (on: string | null) => isSetAside(setAside, { on, part: 'visits' })
    const { joinedAt, leftAt } = row
    const known = joinedAt ?? leftAt
    if (!known) return isOut(null) || days.every(({ on }) => isOut(on) || !covered.includes(on)) ? [] : [row]
    if (!joinedAt || !leftAt || leftAt <= joinedAt) return isOut(dayAt(days, known)?.on ?? null) ? [] : [row]
    return days.flatMap(({ on }, place) => {
      const from = Math.max(joinedAt.getTime(), nights[place - 1] ?? Number.NEGATIVE_INFINITY)
      const to = Math.min(leftAt.getTime(), nights[place] ?? Number.POSITIVE_INFINITY)
      return from < to && !isOut(on) ? [{ ...row, joinedAt: new Date(from), leftAt: new Date(to) }] : []
    })
  }

  function isHere(from: Date | null, to: Date | null) {
    const joinedAt = from ?? to
    return !joinedAt || isStayAt(days, otherDays, { joinedAt, leftAt: to && to > joinedAt ? to : joinedAt })
  }
}
