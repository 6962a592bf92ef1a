import type { WaitFacts } from '#contract/credit-findings/calls.ts'
import type { Figures } from '#contract/credits/figures.ts'
import type { Finding, HourCode } from '#contract/credits/findings.ts'
import { asStatable } from '#contract/slots/agenda-rules.ts'
import { type AgendaHour, beginOf, statedOf } from '#contract/slots/agendas.ts'
import { isUsable, type VisitRow } from './credit-finding-evidence.ts'

/** Something that is wrong with a whole slot. */
export interface Anomaly {
  kind: 'same-hour-missed' | 'fewer-people' | 'times-off'
  subject: string
  about: WaitFacts
}

/** Fewer people than this say nothing about a slot. */
const leastPeople = 5
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** As far as two time zones can be apart. */
const mostHoursOff = 14

/**
 * Returns the hours of the days with reports that most people of their day did not earn. If they were away at the same time, it
 * proposes the hour as it was taught.
 */
export function missedHours(
  findings: readonly Finding[],
  {
    agenda,
    covered,
    figures,
  }: { agenda: readonly AgendaHour[]; covered: readonly AgendaHour[]; figures: Figures },
  visits: readonly VisitRow[],
): Anomaly[] {
  const crowd = crowdOf(visits)
  return covered.flatMap((hour, index) => {
    const there = findings.filter((finding) =>
      finding.agenda.some(({ on, minutes }) => on === hour.on && minutes > 0),
    )
    const missing = there.filter(({ agenda }) => isMissed(agenda[index]?.code))
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

function isMissed(code: HourCode | undefined): boolean {
  return code === 'too-short' || code === 'not-there' || code === 'poll-missing'
}

/** Returns how many people were there in the middle of a minute, by the minute since 1970. */
function crowdOf(visits: readonly VisitRow[]): Map<number, number> {
  const crowd = new Map<number, number>()
  for (const { joinedAt, leftAt } of visits.filter(isUsable)) {
    const first = Math.ceil((joinedAt.getTime() - minuteMs / 2) / minuteMs)
    const last = Math.floor((leftAt.getTime() - minuteMs / 2) / minuteMs)
    for (let minute = first; minute <= last; minute++) crowd.set(minute, (crowd.get(minute) ?? 0) + 1)
  }
  return crowd
}

/**
 * Returns the agenda with the hour as most people saw it: without the minutes in which most of them were away, and as long as planned if
 * they stayed for longer. A short hour is worth less, or dropped. undefined: they were not away together.
 */
function asTaught(
  hour: AgendaHour,
  { agenda, figures }: { agenda: readonly AgendaHour[]; figures: Figures },
  crowd: Map<number, number>,
) {
  const minutes = hour.pieces.flatMap(({ startAt, endAt }) => minutesOf(startAt.getTime(), endAt.getTime()))
  const most = Math.max(...minutes.map((minute) => crowd.get(minute) ?? 0))
  const isThere = (minute: number) => (crowd.get(minute) ?? 0) * 2 > most
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

function minutesOf(from: number, to: number): number[] {
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

/** Returns that all times seem to be off by whole hours, as if the report were read in another time zone. */
export function timesOff(
  agenda: readonly AgendaHour[],
  visits: readonly VisitRow[],
  report: { reportId: number; timeZone: string | null } | undefined,
): Anomaly[] {
  const usable = visits.filter(isUsable)
  const people = new Set(usable.map(({ registrantId, email, name }) => `${registrantId} ${email} ${name}`))
    .size
  if (!report || people < leastPeople) return []
  const crowd = crowdOf(usable)
  const taught = agenda.flatMap(({ pieces }) =>
    pieces.flatMap(({ startAt, endAt }) => minutesOf(startAt.getTime(), endAt.getTime())),
  )
  const shifts = Array.from({ length: 2 * mostHoursOff + 1 }, (_, index) => index - mostHoursOff).map(
    (hours) => ({
      hours,
      minutes: taught.reduce((sum, minute) => sum + (crowd.get(minute + hours * 60) ?? 0), 0),
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

/** Returns the days on which the newest report names far fewer people than an earlier one. */
export function fewerPeople(days: readonly { on: string; now: number; before: number }[]): Anomaly[] {
  return days
    .filter(({ now, before }) => before >= leastPeople && now * 5 < before * 4)
    .map(({ on, now, before }) => ({
      kind: 'fewer-people',
      subject: `fewer-people ${on}`,
      about: { share: { people: now, of: before } },
    }))
}
