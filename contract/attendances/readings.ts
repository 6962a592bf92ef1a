import type { PlainDate } from '#contract/core/plain-dates.ts'
import { dayAt, nightsBetween } from '#contract/slots/agendas.ts'
import type { SlotDay } from '#contract/slots/times.ts'

/** A visit as a report has it, with all its flaws. */
export interface AttendanceVisit {
  joinedAt: Date | null
  leftAt: Date | null
  /** A host waits for a person's decision. */
  role: 'attendee' | 'panelist' | 'host'
  medium: 'online' | 'phone' | 'in-person'
  /** Whether the person waited to be let in. */
  isWaiting: boolean
}

/** A question that was put to everybody, or one person's answer to it. */
export interface PollMoment {
  question: string
  /** null if the report has no times. */
  at: Date | null
  /** The day of the slot, if there is no time. */
  on: PlainDate | null
  /** Absent: a poll of the webinar. */
  source?: 'code' | undefined
}

/** A report, as the newest version of its reader reads it. */
export interface Reading<Visit extends AttendanceVisit, Answer extends PollMoment> {
  reportId: number
  kind: 'attendance' | 'polls' | 'sign-in-sheet' | 'statement'
  receivedAt: Date
  /** The days of the slot that the report covers. */
  days: readonly PlainDate[]
  /** null: the report is not about visits. Empty: nobody came. */
  visits: readonly Visit[] | null
  /** null: the report is not about polls. Empty: nobody answered. */
  answers: readonly Answer[] | null
}

/** The rows of a slot that count, and the reports they come from. */
interface Counted<Visit, Answer> {
  visits: Visit[]
  answers: Answer[]
  /** The questions of the counted answers, each once a day, at the time of the first answer. */
  asked: PollMoment[]
  sources: { on: PlainDate; visits: number[]; answers: number[] }[]
}

/**
 * Chooses the rows that count: for each day of a slot the newest report that covers the day, and for polls the newest one that has
 * polls. A sign-in sheet adds to the webinar platform's report; the newest one counts. Statements add up, because each is about its own people.
 */
export function readingsOf<Visit extends AttendanceVisit, Answer extends PollMoment>(
  reports: readonly Reading<Visit, Answer>[],
  days: readonly SlotDay[],
): Counted<Visit, Answer> {
  const newestFirst = reports.toSorted(
    (a, b) => b.receivedAt.getTime() - a.receivedAt.getTime() || b.reportId - a.reportId,
  )
  const ofDays = days.map(({ on }) => {
    const covering = newestFirst.filter((report) => report.days.includes(on))
    const withVisits = covering.filter(({ visits }) => visits)
    const newestOf = (kind: string) => withVisits.filter((report) => report.kind === kind).slice(0, 1)
    const visitReports = [
      ...newestOf('attendance'),
      ...newestOf('sign-in-sheet'),
      ...withVisits.filter(({ kind }) => kind === 'statement'),
    ]
    const answerReports = covering.filter(({ answers }) => answers).slice(0, 1)
    const visits = visitReports.flatMap((report) =>
      (report.visits ?? []).flatMap((visit) => partsOn(on, visit, days)),
    )
    const answers = answerReports.flatMap((report) =>
      (report.answers ?? []).filter((answer) => dayOf(answer, days) === on),
    )
    return { on, visitReports, answerReports, visits, answers }
  })
  return {
    visits: ofDays.flatMap(({ visits }) => visits),
    answers: ofDays.flatMap(({ answers }) => answers),
    asked: ofDays.flatMap(({ on, answers }) => askedOn(on, answers)),
    sources: ofDays.map(({ on, visitReports, answerReports }) => ({
      on,
      visits: visitReports.map(({ reportId }) => reportId),
      answers: answerReports.map(({ reportId }) => reportId),
    })),
  }
}

/** Returns the part of a visit on one day. A visit over several days is cut in the nights between them; each day may have its own report. */
function partsOn<Visit extends AttendanceVisit>(
  on: PlainDate,
  visit: Visit,
  days: readonly SlotDay[],
): Visit[] {
  const { joinedAt, leftAt } = visit
  if (!joinedAt || !leftAt || leftAt <= joinedAt) {
    const known = joinedAt ?? leftAt
    return !known || dayAt(days, known)?.on === on ? [visit] : []
  }
  const nights = nightsBetween(days)
  const index = days.findIndex((day) => day.on === on)
  const from = Math.max(joinedAt.getTime(), nights[index - 1] ?? Number.NEGATIVE_INFINITY)
  const to = Math.min(leftAt.getTime(), nights[index] ?? Number.POSITIVE_INFINITY)
  return from < to ? [{ ...visit, joinedAt: new Date(from), leftAt: new Date(to) }] : []
}

function dayOf({ at, on }: PollMoment, days: readonly SlotDay[]): PlainDate | null | undefined {
  return at ? dayAt(days, at)?.on : on
}

function askedOn(on: PlainDate, answers: readonly PollMoment[]): PollMoment[] {
  return [...Map.groupBy(answers, ({ question }) => question)].map(([question, given]) => {
    const times = given.flatMap(({ at }) => (at ? [at.getTime()] : []))
    return { question, at: times.length ? new Date(Math.min(...times)) : null, on }
  })
}
