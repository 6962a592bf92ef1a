import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { Span } from '#contract/events/slots/presence.ts'
import { overlapOf, presenceOf, secondOf } from '#contract/events/slots/presence.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { spansOf } from './attended.ts'
import { launchKey } from './launches.ts'

/** A person's rows at a slot. */
export interface PersonAtSlot {
  eventSlotId: number
  time: SlotTime
  visits: readonly AttendanceVisit[]
  answers: readonly PollMoment[]
}

/**
 * Returns a person's evidence at an event as text to hash: the union of visits in whole seconds within the
 * slots' planned times, and the answers. It does not depend on the order of rows, duplicates, other people,
 * questions asked, figures, or settlement.
 */
export function personEvidence(slots: readonly PersonAtSlot[]): string {
  const did = slots.flatMap(({ eventSlotId, time, visits, answers }) => {
    const planned = slotDays(time).map(({ startAt, endAt }): Span => [secondOf(startAt), secondOf(endAt)])
    const there = overlapOf(planned, presenceOf(spansOf(visits), { forgivenGapSeconds: 0 }).visits)
    const answered = [...new Set(answers.map(launchKey))].sort()
    return there.length + answered.length > 0 ? [{ eventSlotId, there, answered }] : []
  })
  return JSON.stringify(did.sort((a, b) => a.eventSlotId - b.eventSlotId))
}
