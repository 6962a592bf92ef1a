import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { hoursBySeason } from '#contract/events/slots/hours-by-day.ts'
import type { OpenSlot, SlotEvidence } from './count-slot.ts'
import { openSlot } from './count-slot.ts'
import type { CourseWorth } from './course-hours.ts'
import { byCourseHour } from './course-hours.ts'
import { minutesTaken } from './course-minutes.ts'
import { countedSlots, inTime, taughtOnce } from './course-slots.ts'
import type { Total } from './course-totals.ts'
import { totalOfHours } from './course-totals.ts'
import type { Finding, FindingReason } from './findings.ts'
import { bestHour } from './findings.ts'

/** All evidence about one person at an event. */
export interface CourseEvidence {
  /** The registered slot, and every slot with rows of the person. */
  slots: readonly SlotEvidence[]
  registered: number
  /** Course hours that none of these slots teaches, or that another slot teaches for more credit. */
  others?: readonly CourseWorth[] | undefined
}

/**
 * Counts one person's hours at an event by the rule `hours-2`. Each hour of the course counts once, in one
 * slot. More evidence never lowers the hours. Its order and duplicates don't matter. An unsettled report
 * never gives more than the same report settled. Automatic credits rely on all three. Source: 14 CFR
 * 65.93(a)(4).
 */
export function countCourse(
  figures: Figures,
  { slots: rows, registered, others = [] }: CourseEvidence,
): Finding {
  const opened = rows.map((slot) => openSlot(figures, slot))
  const slots = countedSlots(figures, opened, registered)
  const minutes = figures.mode === 'sum' ? minutesTaken(figures, slots, registered) : undefined
  const { taken, overlaps } = minutes ?? taughtOnce(slots)
  const hours = slots
    .toSorted(inTime)
    .flatMap(({ eventSlotId, counted }) =>
      counted.map((each) => ({ ...each, eventSlotId, counts: taken.has(each) })),
    )
  const agenda = hours.map(({ finding, eventSlotId, counts }) => ({ ...finding, eventSlotId, counts }))
  const best = byCourseHour(agenda).map((ofHour) => bestHour(ofHour))
  const codes = new Set(best.map(({ code }) => code))
  const total = minutes?.total ?? totalOfHours(figures, hours, { registered, others, codes })
  const { missing, isAll, byDay, ...sums } = total
  return {
    ...sums,
    byDay,
    hoursBySeason: hoursBySeason(byDay),
    minutes: sum(best.map(({ minutes }) => minutes)),
    reason: reasonOf(opened, codes, { missing, isAll }),
    isFinal: rows.every(({ isSettled }) => isSettled) && !codes.has('no-report'),
    ...(overlaps && { overlaps }),
    agenda,
  }
}

/** Returns a finding's reason. `codes`: the best code of each course hour. */
function reasonOf(
  slots: readonly OpenSlot[],
  codes: ReadonlySet<string>,
  { missing, isAll }: Pick<Total, 'missing' | 'isAll'>,
): FindingReason {
  const attended = slots.map((slot) => slot.attended)
  if (!attended.some(({ isAdmitted }) => isAdmitted)) return 'no-visits'
  if (attended.some(({ hasHosted }) => hasHosted)) return 'host'
  if (codes.has('unknown')) return 'unusable-times'
  if (!attended.some(({ isWithinReach }) => isWithinReach)) return 'outside-slot'
  if (isAll) return 'full'
  if (codes.has('open')) return 'open'
  if ([...codes].every((code) => code === 'not-there' || code === 'no-report')) return 'outside-slot'
  return missing === 'full' ? 'open' : missing
}
