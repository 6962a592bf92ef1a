import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays } from '#contract/events/slots/agendas.ts'
import type { Presences } from '../attended.ts'
import { presencesIn, spanOf } from '../attended.ts'
import type { Evidence, Finding, FindingReason, HourFinding } from '../findings.ts'
import { countDay } from './count-day.ts'
import { totalOf } from './credit-totals.ts'

/**
 * Counts one person's hours by the rule `hours-1`. More evidence never lowers the hours. Its order and
 * duplicates don't matter. An unsettled report never gives more than the same report settled. Automatic
 * credits rely on all three.
 */
export function countHours(figures: Figures, agenda: readonly AgendaHour[], evidence: Evidence): Finding {
  const { visits, isSettled } = evidence
  const days = agendaDays(agenda)
  const admitted = visits.filter(({ isWaiting }) => !isWaiting)
  const attended = presencesIn(admitted, figures, days)
  const counted = days.map((day) => countDay(figures, day, attended, evidence))
  const hours = counted.flatMap((day) => day.hours)
  const { missing, ...total } = totalOf(figures, counted)
  return {
    ...total,
    minutes: sum(hours.map(({ minutes }) => minutes)),
    reason: clearReason(hours, attended, evidence) ?? missing,
    isFinal: isSettled,
    agenda: hours,
    setAside: visits.flatMap((visit, place) =>
      !visit.isWaiting && figures.rolesCounted.includes(visit.role) && !spanOf(visit) ? place : [],
    ),
  }
}

/** Returns the reason that precedes any missing hours, or undefined. */
function clearReason(
  hours: HourFinding[],
  { hasHosted }: Presences,
  { visits }: Evidence,
): FindingReason | undefined {
  const codes = hours.map(({ code }) => code)
  if (visits.length === 0) return 'no-visits'
  if (hasHosted) return 'host'
  if (codes.includes('unknown')) return 'unusable-times'
  if (codes.includes('open')) return 'open'
  return codes.every((code) => code === 'not-there') ? 'outside-slot' : undefined
}
