import { readSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type * as trials from '#contract/counting/credit-findings/what-if.ts'
import type { SlotTrial } from '#contract/counting/credit-findings/what-if.ts'
import { isSubjectKnown } from '#server/attendance/attendance-decisions/queries.ts'
import type { ChosenReport } from '#server/attendance/attendances/attendance-choice.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findSlotsOfEvent, getSlot } from '#server/events/slots/queries.ts'
import type { Services } from '#server/services.ts'
import { findEventBasis, findRowsAndTotals } from './credit-finding-basis.ts'
import type { Counted } from './credit-finding-counting.ts'
import { countEvent } from './credit-finding-counting.ts'
import type { Change } from './credit-finding-trials.ts'
import { slotTrial } from './credit-finding-trials.ts'

type Given = Input<typeof trials.tryReports>['body']

/**
 * Counts a slot's event as if reports were set aside or restored. Changes nothing. Refuses with
 * SLOT_NOT_FOUND, and with SUBJECT_UNKNOWN for a report that the slot does not have.
 */
export async function tryReports(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { eventSlotId, act, subjects }: Given,
): Promise<SlotTrial> {
  const { eventId } = await getSlot(db, eventSlotId)
  for (const subject of subjects) {
    const isReport = readSubject(subject).about === 'report'
    if (!isReport || !(await isSubjectKnown(db, { eventSlotId, subject })))
      throw new Refusal('SUBJECT_UNKNOWN')
  }
  const basis = await findEventBasis(db, eventId, await findSlotsOfEvent(db, eventId), clock())
  const slots = await Promise.all(
    basis.slots.map(async (each) => {
      if (each.eventSlotId !== eventSlotId) return each
      const reports = each.reports.map((report) => decided(report, { act, subjects }))
      return { ...each, ...(await findRowsAndTotals(db, each.slot, reports)) }
    }),
  )
  const [before, then] = [await countEvent(basis), await countEvent({ ...basis, slots })]
  const canceled = new Set(basis.people.flatMap((one) => (one.isCanceled ? one.registrationId : [])))
  const changes = changesOf(before.counted, then.counted)
  return slotTrial(
    db,
    changes.filter(({ registrationId }) => !canceled.has(registrationId)),
  )
}

/** Returns a report as if the decisions were made about it. */
function decided<Report extends ChosenReport>(
  report: Report,
  { act, subjects }: Pick<Given, 'act' | 'subjects'>,
): Omit<Report, 'setAside'> & Pick<ChosenReport, 'setAside'> {
  const named = subjects.map(readSubject).filter(({ sha256 }) => sha256 === report.sha256)
  const rows = named.map(({ on = null, part = null }) => ({ on, part }))
  if (act === 'set-aside') return { ...report, setAside: [...report.setAside, ...rows] }
  const isNamed = (one: (typeof rows)[number]) =>
    rows.some(({ on, part }) => on === one.on && part === one.part)
  return { ...report, setAside: report.setAside.filter((one) => !isNamed(one)) }
}

/** Returns everyone counted now or in the trial. People without a report have no hours. */
function changesOf(before: readonly Counted[], then: readonly Counted[]): Change[] {
  const hoursOf = (counted: readonly Counted[]) =>
    new Map(counted.map(({ registrationId, finding }) => [registrationId, finding.hours]))
  const [hours, hoursThen] = [hoursOf(before), hoursOf(then)]
  const homes = new Map([...before, ...then].map(({ registrationId, homeId }) => [registrationId, homeId]))
  return [...homes].map(([registrationId, eventSlotId]) => ({
    registrationId,
    eventSlotId,
    hours: hours.get(registrationId) ?? 0,
    hoursThen: hoursThen.get(registrationId) ?? 0,
  }))
}
