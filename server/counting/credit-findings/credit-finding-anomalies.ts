import { subjectOfQuestion } from '#contract/attendance/attendance-decisions/subjects.ts'
import { isSmaller, versionBefore } from '#contract/attendance/attendances/reports.ts'
import type { anomalies, QuestionFacts } from '#contract/counting/credit-findings/calls.ts'
import { daysWithoutPolls, fewAnswers } from '#contract/counting/hours/asked.ts'
import type { Finding, HourCode, HourFinding } from '#contract/counting/hours/findings.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { countsOneSlot } from '#contract/events/credit-rules/versions.ts'
import { asStatable } from '#contract/events/slots/agenda-rules.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { beginOf, statedOf } from '#contract/events/slots/agendas.ts'
import { chosenReports } from '#server/attendance/attendances/attendance-choice.ts'
import type { StoredReport } from '#server/attendance/attendances/attendance-evidence.ts'
import { findReportSizes } from '#server/attendance/attendances/attendance-evidence.ts'
import type { Db } from '#server/services.ts'
import type { CountedSlot } from './credit-finding-basis.ts'
import type { Counted, MatchedSlot } from './credit-finding-counting.ts'
import type { UsableRow } from './credit-finding-evidence.ts'
import { isUsable } from './credit-finding-evidence.ts'

/** A problem of a whole slot. */
export interface Anomaly {
  kind: (typeof anomalies)[number]
  subject: string
  about: QuestionFacts
}

/** Returns a slot's problems. A wrong time zone explains all missed hours, so it is reported alone. */
export async function findAnomalies(
  db: Db,
  matched: MatchedSlot<CountedSlot>,
  counted: readonly Counted[],
): Promise<Anomaly[]> {
  const { basis, agenda, asked } = matched
  const { rows, figures, reports, codes, eventSlotId } = basis
  if (matched.covered.length === 0) return smallerVersions(db, reports)
  const covered = agenda.filter(({ isCovered }) => isCovered)
  const [newest] = reports.filter(({ kind, visits }) => kind === 'attendance' && visits > 0)
  const usable = rows.visits.filter(isUsable)
  const crowd = crowdOf(usable)
  const off = timesOff({ covered, usable, crowd }, newest && (await withZone(db, newest)))
  const findings = counted.flatMap(({ finding, parts, homeId }) =>
    parts.some((part) => part.eventSlotId === eventSlotId && part.note !== 'canceled')
      ? [hoursAt(finding, eventSlotId, homeId)]
      : [],
  )
  const answers = [...rows.answers, ...codes.answers]
  return [
    ...(off.length > 0 ? off : missedHours(findings, { agenda, covered, figures }, crowd)),
    ...fewAnswers(figures, agenda, asked).map(({ question, at, answered = 0, present = 0 }) => ({
      kind: 'few-answers' as const,
      subject: subjectOfQuestion({ question, at }),
      about: {
        question: { text: question, at: at?.toISOString() ?? null },
        share: { people: answered, of: present },
      },
    })),
    ...(countsOneSlot(figures) ? [] : daysWithoutPolls(figures, agenda, answers)).map((on) => ({
      kind: 'no-polls' as const,
      subject: `no-polls ${on}`,
      about: { on },
    })),
    ...(await smallerVersions(db, reports)),
  ]
}

/** Returns a finding's results for a slot's hours. */
function hoursAt({ agenda }: Finding, eventSlotId: number, homeId: number): HourFinding[] {
  return agenda.filter((hour) => (hour.eventSlotId ?? homeId) === eventSlotId)
}

async function withZone(db: Db, { reportId, readingId }: StoredReport) {
  const reading = await db
    .selectFrom('attendanceReadings')
    .select('timeZone')
    .where('attendanceReadingId', '=', readingId)
    .executeTakeFirst()
  return { reportId, timeZone: reading?.timeZone ?? null }
}

/** Returns the fetched reports whose newest version names fewer people, or spans less time, than the previous one. */
async function smallerVersions(db: Db, reports: readonly StoredReport[]): Promise<Anomaly[]> {
  const chosen = chosenReports(reports)
  const pairs = chosen.flatMap((report) => {
    const isNewest = !chosen.some((other) => versionBefore(chosen, other)?.reportId === report.reportId)
    const before = report.origin === 'platform' && isNewest ? versionBefore(chosen, report) : undefined
    return before && !report.isSetAside ? [{ report, before }] : []
  })
  if (pairs.length === 0) return []
  const sizes = await findReportSizes(
    db,
    pairs.flatMap(({ report, before }) => [report.readingId, before.readingId]),
  )
  return pairs.flatMap(({ report, before }) => {
    const [now, then] = [sizes.get(report.readingId), sizes.get(before.readingId)]
    if (!then || (now && !isSmaller(now, then))) return []
    return {
      kind: 'smaller-version' as const,
      subject: `smaller-version ${report.reportId}`,
      about: {
        share: { people: now?.people ?? 0, of: then.people },
        report: { reportId: report.reportId, sha256: report.sha256, name: report.originName },
      },
    }
  })
}

/** Fewer people than this say nothing about a slot. */
const leastPeople = 5
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** As far as two time zones can be apart. */
const mostHoursOff = 14

/**
 * Returns the hours of reported days that most people of their day did not earn. If they were away at the
 * same time, proposes the hour as taught.
 */
function missedHours(
  findings: readonly (readonly HourFinding[])[],
  {
    agenda,
    covered,
    figures,
  }: { agenda: readonly AgendaHour[]; covered: readonly AgendaHour[]; figures: Figures },
  crowd: Crowd,
): Anomaly[] {
  return covered.flatMap((hour) => {
    const there = findings.filter((hours) => hours.some(({ on, minutes }) => on === hour.on && minutes > 0))
    const begin = beginOf(hour).getTime()
    const missing = there.filter((hours) =>
      isMissed(hours.find(({ startAt }) => startAt.getTime() === begin)?.code),
    )
    if (there.length < leastPeople || missing.length * 2 <= there.length) return []
    const proposal = asTaught(hour, { agenda, figures }, crowd)
    return [
      {
        kind: 'same-hour-missed' as const,
        subject: `same-hour-missed ${beginOf(hour).toISOString()}`,
        about: {
          missed: agenda.indexOf(hour),
          share: { people: missing.length, of: there.length },
          ...(proposal && { proposal }),
        },
      },
    ]
  })
}

function isMissed(code: HourCode | undefined) {
  return code === 'too-short' || code === 'not-there' || code === 'poll-missing'
}

/** Returns the people present in the middle of a minute since 1970. */
type Crowd = (minute: number) => number

function crowdOf(usable: readonly UsableRow[]): Crowd {
  const middle = (minute: number) => (minute + 0.5) * minuteMs
  const joined = Float64Array.from(usable, ({ joinedAt }) => joinedAt.getTime()).sort()
  const left = Float64Array.from(usable, ({ leftAt }) => leftAt.getTime()).sort()
  return (minute) => placeIn(joined, middle(minute) + 1) - placeIn(left, middle(minute))
}

/** Returns how many sorted numbers are below a number. */
function placeIn(sorted: Float64Array, number: number) {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const place = (low + high) >> 1
    if ((sorted[place] as number) < number) low = place + 1
    else high = place
  }
  return low
}

/**
 * Returns the agenda with the hour as most people saw it. It lacks the minutes in which most were away, and
 * is as long as planned if they stayed longer. A short hour is worth less, or dropped. undefined: they were
 * not away together.
 */
function asTaught(
  hour: AgendaHour,
  { agenda, figures }: { agenda: readonly AgendaHour[]; figures: Figures },
  crowd: Crowd,
) {
  const minutes = hour.pieces.flatMap(({ startAt, endAt }) => minutesOf(startAt.getTime(), endAt.getTime()))
  const most = Math.max(...minutes.map(crowd))
  const isThere = (minute: number) => crowd(minute) * 2 > most
  const kept = most >= leastPeople ? minutes.filter(isThere) : []
  if (kept.length === minutes.length) return undefined
  const begins = agenda
    .map((each) => beginOf(each).getTime())
    .filter((begin) => begin > beginOf(hour).getTime())
  const until = Math.min(beginOf(hour).getTime() + hourMs, ...begins) / minuteMs
  for (let minute = (minutes.at(-1) ?? 0) + 1; kept.length > 0 && kept.length < minutes.length; minute++) {
    if (minute >= until || !isThere(minute)) break
    kept.push(minute)
  }
  const taught = asStatable({ ...hour, pieces: piecesOf(kept) }, figures)
  return statedOf(agenda.flatMap((each) => (each === hour ? (taught ?? []) : each)))
}

function minutesOf(from: number, to: number) {
  const first = Math.floor(from / minuteMs)
  return Array.from({ length: Math.ceil(to / minuteMs) - first }, (_, index) => first + index)
}

function piecesOf(minutes: readonly number[]): AgendaHour['pieces'] {
  const pieces: [number, number][] = []
  for (const minute of minutes) {
    const last = pieces.at(-1)
    if (last && last[1] === minute) last[1] = minute + 1
    else pieces.push([minute, minute + 1])
  }
  return pieces.map(([from, to]) => ({ startAt: new Date(from * minuteMs), endAt: new Date(to * minuteMs) }))
}

/** Returns an anomaly if all times are off by whole hours, as if the report were read in another time zone. */
function timesOff(
  { covered, usable, crowd }: { covered: readonly AgendaHour[]; usable: readonly UsableRow[]; crowd: Crowd },
  report: { reportId: number; timeZone: string | null } | undefined,
): Anomaly[] {
  const people = new Set(usable.map(({ registrantId, email, name }) => `${registrantId} ${email} ${name}`))
    .size
  if (!report || people < leastPeople) return []
  const taught = covered.flatMap(({ pieces }) =>
    pieces.flatMap(({ startAt, endAt }) => minutesOf(startAt.getTime(), endAt.getTime())),
  )
  const shifts = Array.from({ length: 2 * mostHoursOff + 1 }, (_, index) => index - mostHoursOff).map(
    (hours) => ({
      hours,
      minutes: taught.reduce((sum, minute) => sum + crowd(minute + hours * 60), 0),
    }),
  )
  const best = shifts.reduce((a, b) =>
    b.minutes > a.minutes || (b.minutes === a.minutes && Math.abs(b.hours) < Math.abs(a.hours)) ? b : a,
  )
  const asRead = shifts.find(({ hours }) => hours === 0)?.minutes ?? 0
  if (best.hours === 0 || asRead * 2 > best.minutes) return []
  return [
    {
      kind: 'times-off',
      subject: `times-off ${report.reportId}`,
      about: { off: { hours: best.hours, ...report }, share: { people, of: people } },
    },
  ]
}
