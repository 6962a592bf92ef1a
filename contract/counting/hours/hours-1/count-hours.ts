import type { AttendanceVisit } from '#contract/attendance/attendances/readings.ts'
import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaDay, AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays, dayAt } from '#contract/events/slots/agendas.ts'
import type { Presence, Span } from '#contract/events/slots/presence.ts'
import { presenceOf, secondOf } from '#contract/events/slots/presence.ts'
import type { Evidence, Finding, FindingReason, HourFinding } from '../findings.ts'
import type { Attended } from './count-day.ts'
import { countDay } from './count-day.ts'
import { totalOf } from './credit-totals.ts'

/**
 * Counts one person's hours by the rule `hours-1`. More evidence never lowers the hours. Its order and
 * duplicates don't matter. An unsettled report never gives more than the same report settled. Automatic
 * credits rely on all three.
 */
export function countHours(figures: Figures, agenda: readonly AgendaHour[], evidence: Evidence): Finding {
  const days = agendaDays(agenda)
  const attended = attendedBy(evidence.visits, figures, days)
  const counted = days.map((day) => countDay(figures, day, attended, evidence))
  const hours = counted.flatMap((day) => day.hours)
  const { missing, ...total } = totalOf(figures, counted)
  return {
    ...total,
    minutes: sum(hours.map(({ minutes }) => minutes)),
    reason: clearReason(hours, attended, evidence) ?? missing,
    isFinal: evidence.isSettled,
    agenda: hours,
    setAside: attended.setAside,
  }
}

/** Returns the reason that precedes any missing hours, or undefined. */
function clearReason(
  hours: HourFinding[],
  { hasHosted }: Attended,
  { visits }: Evidence,
): FindingReason | undefined {
  const codes = hours.map(({ code }) => code)
  if (visits.length === 0) return 'no-visits'
  if (hasHosted) return 'host'
  if (codes.includes('unknown')) return 'unusable-times'
  if (codes.includes('open')) return 'open'
  return codes.every((code) => code === 'not-there') ? 'outside-slot' : undefined
}

/** Sorts visits. Ignores waiting rooms. */
function attendedBy(visits: readonly AttendanceVisit[], figures: Figures, days: AgendaDay[]): Attended {
  const admitted = [...visits.entries()].filter(([, { isWaiting }]) => !isWaiting)
  const counted = admitted.filter(([, { role }]) => figures.rolesCounted.includes(role))
  const usable: { span: Span; medium: AttendanceVisit['medium'] }[] = []
  const setAside: number[] = []
  const unclear: (Date | null)[] = []
  for (const [place, { joinedAt, leftAt, medium }] of counted) {
    if (joinedAt && leftAt && secondOf(joinedAt) < secondOf(leftAt)) {
      usable.push({ span: [secondOf(joinedAt), secondOf(leftAt)], medium })
    } else {
      setAside.push(place)
      unclear.push(joinedAt ?? leftAt)
    }
  }
  const spansOf = (visits: typeof usable) => visits.map(({ span }) => span)
  const all = presenceOf(spansOf(usable), figures)
  return {
    all,
    byPhone: presenceOf(spansOf(usable.filter(({ medium }) => medium === 'phone')), figures),
    hasHosted: admitted.length > counted.length,
    setAside,
    unclearDays: new Set(unclear.flatMap((instant) => unclearDays(instant, all, days))),
  }
}

/** Returns the days for which only visits without usable times show that the person was present. */
function unclearDays(instant: Date | null, { visits }: Presence, days: AgendaDay[]): string[] {
  if (!instant) return days.map(({ on }) => on)
  const second = secondOf(instant)
  const day = visits.some(([from, to]) => from <= second && second <= to) ? undefined : dayAt(days, instant)
  return day ? [day.on] : []
}
