import * as z from 'zod/mini'
import { shownSlot } from '#contract/events/slots/times.ts'
import { findOthers } from '#server/attendance/attendances/attendance-evidence.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findEventBasis } from '#server/counting/credit-findings/credit-finding-basis.ts'
import { hasNoCount } from '#server/counting/credit-findings/credit-finding-questions.ts'
import { findSlotsOfEvent } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import type { InspectionFacts } from './inspection-facts.ts'
import { EventCounting } from './inspection-records.ts'

/**
 * Returns what counted each slot's event, as in `counting/EVENT.json`. Refuses with INSPECTION_COUNTING while
 * a slot's count is due, because its findings and reports may not match.
 */
export async function findCountings(
  db: Db,
  slotIds: readonly number[],
  reports: InspectionFacts['reports'],
  fileOf: (report: InspectionFacts['reports'][number]) => string,
): Promise<z.input<typeof EventCounting>[]> {
  const counts = await db
    .selectFrom('eventSlots')
    .innerJoin('slotCounts', 'slotCounts.eventSlotId', 'eventSlots.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['events.eventId', 'eventName', 'countedAt', hasNoCount.as('hasNoCount')])
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .where('eventSlots.eventSlotId', 'in', [0, ...slotIds])
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('eventSlots.eventSlotId')
    .execute()
  const due = counts.find((count) => !count.hasNoCount)
  if (due) {
    const slot = `${due.eventName}, ${shownSlot(due)}`
    const message = `The hours of ${slot} are being counted. Try again in a minute.`
    throw new Refusal('INSPECTION_COUNTING', { message })
  }
  const events = new Map(counts.map((count) => [count.eventId, count]))
  const countings: z.input<typeof EventCounting>[] = []
  for (const { eventId, eventName, countedAt } of events.values()) {
    const basis = await findEventBasis(db, eventId, await findSlotsOfEvent(db, eventId), countedAt)
    const numbers = new Map(
      [...new Set(basis.people.map(({ userId }) => userId))].map((id, place) => [id, place + 1]),
    )
    const slots = []
    for (const slot of basis.slots) {
      const { eventSlotId, time, isInPerson, webinarId, rule, isSettledByHand, isDue, agenda, planned } = slot
      slots.push({
        eventSlotId,
        time,
        isInPerson,
        webinarId,
        isSettledByHand,
        isDue,
        agenda,
        planned,
        rule: rule.name,
        others: await findOthers(db, slot),
        reports: reports
          .filter((report) => report.eventSlotId === eventSlotId && report.repeatsReportId === null)
          .map((report) => {
            const { reportId, origin, instance, timeZone, zoneWins, timesOn } = report
            return { reportId, file: fileOf(report), origin, instance, timeZone, zoneWins, timesOn }
          }),
        decisions: [...slot.decisions.values()],
        codes: {
          asked: slot.codes.asked.map(({ question, at }) => ({ question, at })),
          answers: slot.codes.answers.map(({ question, at, registrationId }) => ({
            question,
            at,
            registrationId,
          })),
        },
      })
    }
    countings.push(
      z.encode(EventCounting, {
        eventId,
        eventName,
        slots,
        identities: basis.identities,
        people: basis.people.map(
          ({ registrationId, userId, emails, eventSlotId, isCanceled, isCredited }) => ({
            registrationId,
            person: numbers.get(userId) ?? 0,
            emails,
            eventSlotId,
            isCanceled,
            isCredited,
          }),
        ),
      }),
    )
  }
  return countings
}
