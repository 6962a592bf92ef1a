import type { AttendanceVisit } from '#contract/attendance/attendances/readings.ts'
import { coveredDays, totalDiffers } from '#contract/attendance/attendances/reports.ts'
import { sum } from '#contract/core/numbers.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { beginOf } from '#contract/events/slots/agendas.ts'
import type { Finding } from './findings.ts'

/** A person's stated minutes in a file, with the file's rows of that person. */
export interface StatedTotal {
  minutes: number
  visits: readonly AttendanceVisit[]
}

/**
 * Returns true if a stated total contradicts a finding. A total that differs from the rows is fine if all
 * hours are earned and it reaches their needed minutes on the file's days. `hours`: those of the file's slot.
 */
export function isTotalOff(
  { reason, agenda }: Pick<Finding, 'reason' | 'agenda'>,
  { minutes, visits }: StatedTotal,
  hours: readonly AgendaHour[],
): boolean {
  if (!totalDiffers(visits, minutes)) return false
  if (reason !== 'full') return true
  const days = new Set<string>(coveredDays(visits, hours))
  // Another slot of the event may have hours on the same day.
  const begins = new Set(hours.map((hour) => beginOf(hour).getTime()))
  const needed = agenda.filter(({ on, startAt }) => days.has(on) && begins.has(startAt.getTime()))
  return minutes < sum(needed.map(({ neededMinutes, taughtMinutes }) => neededMinutes ?? taughtMinutes))
}
