import type { AttendanceVisit } from '#contract/attendance/attendances/readings.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays, beginOf, dayAt, endOf } from '#contract/events/slots/agendas.ts'
import { secondOf } from '#contract/events/slots/presence.ts'
import { spanOf } from './attended.ts'
import type { Finding } from './findings.ts'

/**
 * Returns true if a person may have earned missing hours during a visit without a start or without an end. It may reach from its
 * only time over the other hours of that day. `hours`: those of the visits' slot.
 */
export function lacksTime(
  { reason, agenda }: Pick<Finding, 'reason' | 'agenda'>,
  visits: readonly AttendanceVisit[],
  hours: readonly AgendaHour[],
): boolean {
  if (reason === 'full') return false
  const earned = new Set(
    agenda.flatMap(({ code, course }) => (code === 'earned' || code === 'earned-no-poll' ? course : [])),
  )
  const missing = new Set(
    agenda.flatMap(({ code, course, startAt }) =>
      (code === 'too-short' || code === 'not-there') && !(course && earned.has(course))
        ? startAt.getTime()
        : [],
    ),
  )
  const days = agendaDays(hours)
  const isPresence = ({ role, isWaiting }: AttendanceVisit) => role !== 'host' && !isWaiting
  return visits.filter(isPresence).some(({ joinedAt, leftAt }) => {
    const instant = joinedAt ?? leftAt
    if (!instant || (joinedAt && leftAt) || isKnown(visits, instant)) return false
    return dayAt(days, instant)?.hours.some(
      (hour) =>
        missing.has(beginOf(hour).getTime()) && (joinedAt ? endOf(hour) > instant : beginOf(hour) < instant),
    )
  })
}

/** Returns true if another visit with both times was going on. */
function isKnown(visits: readonly AttendanceVisit[], instant: Date) {
  const second = secondOf(instant)
  return visits.some((visit) => {
    const span = spanOf(visit)
    return span && span[0] <= second && second <= span[1]
  })
}
