import type { AttendanceVisit } from '#contract/attendance/attendances/readings.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaDay } from '#contract/events/slots/agendas.ts'
import { dayAt } from '#contract/events/slots/agendas.ts'
import { reachOf } from '#contract/events/slots/hour-times.ts'
import type { Presence, Span } from '#contract/events/slots/presence.ts'
import { presenceOf, secondOf } from '#contract/events/slots/presence.ts'

/** A person's presence. */
export interface Presences {
  all: Presence
  byPhone: Presence
  unclearDays: Set<string>
  hasHosted: boolean
}

export interface Attended extends Presences {
  /** There is a visit outside waiting rooms, and one within reach of the hours. */
  isAdmitted: boolean
  isWithinReach: boolean
}

/** Sorts a person's visits. Ignores waiting rooms, and rows far outside the hours. */
export function attendedBy(
  visits: readonly AttendanceVisit[],
  figures: Figures,
  days: AgendaDay[],
): Attended {
  const admitted = visits.filter(({ isWaiting }) => !isWaiting)
  const reaches = days.map((day) => reachOf(figures, day))
  const near = admitted.filter((visit) => isNear(visit, reaches))
  return {
    ...presencesIn(near, figures, days),
    isAdmitted: admitted.length > 0,
    isWithinReach: near.length > 0,
  }
}

/** Returns the presence in visits outside waiting rooms. */
export function presencesIn(
  visits: readonly AttendanceVisit[],
  figures: Figures,
  days: AgendaDay[],
): Presences {
  const counted = visits.filter(({ role }) => figures.rolesCounted.includes(role))
  const all = presenceOf(spansOf(counted), figures)
  const byPhone = counted.filter(({ medium }) => medium === 'phone')
  return {
    all,
    byPhone: presenceOf(spansOf(byPhone), figures),
    unclearDays: new Set(
      counted
        .filter((visit) => !spanOf(visit))
        .flatMap(({ joinedAt, leftAt }) => unclearDays(joinedAt ?? leftAt, all, days)),
    ),
    hasHosted: visits.length > counted.length,
  }
}

/** Returns true if a visit is within reach of the hours, or has no times. */
export function areWithinReach(
  visits: readonly AttendanceVisit[],
  figures: Figures,
  days: AgendaDay[],
): boolean {
  const reaches = days.map((day) => reachOf(figures, day))
  return visits.some((visit) => isNear(visit, reaches))
}

/** Returns the seconds of a visit; undefined unless it ends after it begins. */
export function spanOf({ joinedAt, leftAt }: Pick<AttendanceVisit, 'joinedAt' | 'leftAt'>): Span | undefined {
  if (!joinedAt || !leftAt || secondOf(joinedAt) >= secondOf(leftAt)) return undefined
  return [secondOf(joinedAt), secondOf(leftAt)]
}

/** Returns the seconds of the visits outside waiting rooms that end after they begin. */
export function spansOf(visits: readonly AttendanceVisit[]): Span[] {
  return visits
    .filter(({ isWaiting }) => !isWaiting)
    .map(spanOf)
    .filter((span) => span !== undefined)
}

function isNear(visit: AttendanceVisit, reaches: readonly Span[]): boolean {
  const span = spanOf(visit)
  if (span) return reaches.some(([from, to]) => Math.max(from, span[0]) < Math.min(to, span[1]))
  const instant = visit.joinedAt ?? visit.leftAt
  return !instant || reaches.some(([from, to]) => from <= secondOf(instant) && secondOf(instant) <= to)
}

/** Returns the days for which only visits without usable times show that the person was present. */
function unclearDays(instant: Date | null, { visits }: Presence, days: AgendaDay[]): string[] {
  if (!instant) return days.map(({ on }) => on)
  const second = secondOf(instant)
  const day = visits.some(([from, to]) => from <= second && second <= to) ? undefined : dayAt(days, instant)
  return day ? [day.on] : []
}
