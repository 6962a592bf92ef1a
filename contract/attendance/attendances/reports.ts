import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { secondOf } from '#contract/events/slots/presence.ts'
import type { AttendanceReport } from './calls.ts'
import type { AttendanceVisit } from './readings.ts'
import type { SetAside } from './report-calls.ts'

/** The facts that decide if a report's rows count. */
export interface ReportFacts {
  reportId: number
  /** Reports with the same text are versions of one report, such as a webinar's instance fetched again. */
  versionOf: string | null
  /** The hash of its bytes. */
  bytes: string | null
  isSetAside: boolean
}

/** Returns a report with the facts that decide if its rows count. */
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
 * Returns the reports that count, in order: those not set aside, and of several versions the newest one. If
 * the same bytes were set aside in another report, they are here, too.
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

/** Returns the version before the newest one, among those not set aside. */
export function versionBefore<Report extends ReportFacts>(
  reports: readonly Report[],
  newest: Report,
): Report | undefined {
  const versions = notSetAside(reports).filter((report) => versionKey(report) === versionKey(newest))
  return versions[versions.findIndex(({ reportId }) => reportId === newest.reportId) - 1]
}

/** Returns a report and the older versions that would replace it, oldest first. */
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

/**
 * Returns the days of a slot that rows cover. Such a day has an attendee or panelist in a taught hour, by the
 * second.
 */
export function coveredDays(visits: readonly AttendanceVisit[], agenda: readonly AgendaHour[]): PlainDate[] {
  const there = visits.filter(({ role, isWaiting }) => role !== 'host' && !isWaiting)
  const isCovered = (hour: AgendaHour) =>
    hour.pieces.some(({ startAt, endAt }) => {
      const [from, to] = [secondOf(startAt), secondOf(endAt)]
      return there.some((visit) => isIn(visit, from, to))
    })
  return [...new Set(agenda.filter(isCovered).map(({ on }) => on))].sort()
}

/** Returns true if a visit shares a second with a span, or without a usable end begins in it. */
function isIn({ joinedAt, leftAt }: AttendanceVisit, from: number, to: number): boolean {
  const [joined, left] = [joinedAt && secondOf(joinedAt), leftAt && secondOf(leftAt)]
  if (joined !== null && left !== null && joined < left) return Math.max(joined, from) < Math.min(left, to)
  const instant = joined ?? left
  return instant !== null && from <= instant && instant < to
}

/** The most minutes between a person's total and the sum of their rows. */
const mostMinutesOff = 10

/** Returns true if a file's total of a person differs from their rows in it. */
export function totalDiffers(visits: readonly AttendanceVisit[], totalMinutes: number): boolean {
  return Math.abs(secondsOfRows(visits) - totalMinutes * 60) > mostMinutesOff * 60
}

/** Returns the sum of a person's rows in seconds. Equal rows count once. */
export function secondsOfRows(visits: readonly AttendanceVisit[]): number {
  const spans = new Set(
    visits.flatMap(({ joinedAt, leftAt, isWaiting }) =>
      joinedAt && leftAt && joinedAt < leftAt && !isWaiting
        ? `${secondOf(joinedAt)} ${secondOf(leftAt)}`
        : [],
    ),
  )
  return [...spans].reduce((sum, span) => {
    const [from = 0, to = 0] = span.split(' ').map(Number)
    return sum + to - from
  }, 0)
}

/** A report's size, to compare with its previous version. */
export interface ReportSize {
  people: number
  /** From the first join to the last leave, in seconds. */
  seconds: number
}

/** Returns true if a version names fewer people than the previous one, or spans less time. */
export function isSmaller(version: ReportSize, before: ReportSize): boolean {
  return version.people < before.people || version.seconds < before.seconds
}
