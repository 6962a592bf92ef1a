import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import type { AttendanceReport } from './calls.ts'
import type { AttendanceVisit } from './readings.ts'
import type { SetAside } from './report-calls.ts'

/** The facts of a report that decide whether its rows count. */
export interface ReportFacts {
  reportId: number
  /** Reports with the same text are versions of one report, such as an instance of a webinar that was fetched again. */
  versionOf: string | null
  /** The hash of its bytes. */
  bytes: string | null
  /** A person has set it aside. */
  isSetAside: boolean
}

/** Returns a report with the facts that decide whether its rows count. */
export function withFacts<
  Report extends Pick<AttendanceReport, 'reportId' | 'origin' | 'instance' | 'sha256'> & {
    setAside: readonly Pick<SetAside, 'on' | 'part'>[]
  },
>(report: Report): Report & ReportFacts {
  const { origin, instance, sha256, setAside } = report
  return {
    ...report,
    versionOf: origin === 'upload' ? null : `${origin} ${instance ?? ''}`,
    bytes: sha256,
    isSetAside: setAside.some(({ on, part }) => on === null && part === null),
  }
}

/**
 * Returns the reports that count, of reports from oldest to newest: all that nobody has set aside, and of several versions the newest one.
 * The same bytes as a report that was set aside are set aside, too.
 */
export function countingReports<Report extends ReportFacts>(reports: readonly Report[]): Report[] {
  const standing = notSetAside(reports)
  const newest = new Map(standing.map((report) => [versionKey(report), report.reportId]))
  return standing.filter((report) => newest.get(versionKey(report)) === report.reportId)
}

function notSetAside<Report extends ReportFacts>(reports: readonly Report[]): Report[] {
  const setAside = new Set(reports.flatMap(({ isSetAside, bytes }) => (isSetAside && bytes ? bytes : [])))
  return reports.filter(({ isSetAside, bytes }) => !isSetAside && !setAside.has(bytes ?? ''))
}

/** Returns the version before the newest one, of those that nobody has set aside. */
export function versionBefore<Report extends ReportFacts>(
  reports: readonly Report[],
  newest: Report,
): Report | undefined {
  const versions = notSetAside(reports).filter((report) => versionKey(report) === versionKey(newest))
  return versions[versions.findIndex(({ reportId }) => reportId === newest.reportId) - 1]
}

/** Returns a report and its older versions, which would count in its place, from oldest to newest. */
export function withOlderVersions<Report extends ReportFacts>(
  reports: readonly Report[],
  report: Report,
): Report[] {
  const before = versionBefore(reports, report)
  return before ? [...withOlderVersions(reports, before), report] : [report]
}

function versionKey({ versionOf, bytes, reportId }: ReportFacts): string {
  if (versionOf !== null) return `version ${versionOf}`
  return bytes === null ? `report ${reportId}` : `bytes ${bytes}`
}

/** Returns the days of a slot that rows cover: those with an attendee or panelist in a taught hour, by the second. */
export function coveredDays(visits: readonly AttendanceVisit[], agenda: readonly AgendaHour[]): PlainDate[] {
  const there = visits.filter(({ role, isWaiting }) => role !== 'host' && !isWaiting)
  const isCovered = (hour: AgendaHour) =>
    hour.pieces.some(({ startAt, endAt }) => {
      const [from, to] = [secondsOf(startAt), secondsOf(endAt)]
      return there.some((visit) => isIn(visit, from, to))
    })
  return [...new Set(agenda.filter(isCovered).map(({ on }) => on))].sort()
}

/** Tells whether a visit shares a second with a span, or, without a usable end, has its instant in it. */
function isIn({ joinedAt, leftAt }: AttendanceVisit, from: number, to: number): boolean {
  const [joined, left] = [joinedAt && secondsOf(joinedAt), leftAt && secondsOf(leftAt)]
  if (joined !== null && left !== null && joined < left) return Math.max(joined, from) < Math.min(left, to)
  const instant = joined ?? left
  return instant !== null && from <= instant && instant < to
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

/** The most minutes that a person's total may differ from the sum of their rows. */
const mostMinutesOff = 10

/** Returns true if the total that a file states for a person differs from the person's rows in it. */
export function totalDiffers(visits: readonly AttendanceVisit[], totalMinutes: number): boolean {
  return Math.abs(secondsOfRows(visits) - totalMinutes * 60) > mostMinutesOff * 60
}

/** Returns the sum of a person's rows in seconds. Rows that are the same count once. */
export function secondsOfRows(visits: readonly AttendanceVisit[]): number {
  const spans = new Set(
    visits.flatMap(({ joinedAt, leftAt, isWaiting }) =>
      joinedAt && leftAt && joinedAt < leftAt && !isWaiting
        ? `${secondsOf(joinedAt)} ${secondsOf(leftAt)}`
        : [],
    ),
  )
  return [...spans].reduce((sum, span) => {
    const [from = 0, to = 0] = span.split(' ').map(Number)
    return sum + to - from
  }, 0)
}

/** The size of a report, to compare a version with the one before. */
export interface ReportSize {
  people: number
  /** From the first join to the last leave, in seconds. */
  seconds: number
}

/** Returns true if a version names fewer people than the one before, or spans less time. */
export function isSmaller(version: ReportSize, before: ReportSize): boolean {
  return version.people < before.people || version.seconds < before.seconds
}
