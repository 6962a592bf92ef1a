import * as z from 'zod/mini'
import { ruleName } from '#contract/credit-rules/names.ts'
import { type SlotTime, shownSlot } from '#contract/slots/times.ts'
import { findOthers } from '#server/attendances/attendance-evidence.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import { findSlotFacts } from '#server/credit-findings/credit-finding-facts.ts'
import { findSlotPeople } from '#server/credit-findings/credit-finding-people.ts'
import { hasNoCount } from '#server/credit-findings/credit-finding-waits.ts'
import { findCodeMoments } from '#server/poll-codes/queries.ts'
import type { Db } from '#server/services.ts'
import { findSlot } from '#server/slots/queries.ts'
import type { InspectionFacts } from './inspection-facts.ts'
import { SlotCounting } from './inspection-records.ts'

/** A count of the named slot is due, so its findings and its reports may not fit each other. */
export class BeingCounted extends Error {
  readonly slot: string

  constructor(slot: SlotTime & { eventName: string }) {
    super('A count is due')
    this.slot = `${slot.eventName}, ${shownSlot(slot)}`
  }
}

/**
 * Returns by what each slot was counted, in the words of `counting/SLOT.json`. A slot that was moved away from its reports is not
 * counted again, so it keeps the rule of its last count. Throws BeingCounted.
 */
export async function findCountings(
  db: Db,
  slotIds: readonly number[],
  reports: InspectionFacts['reports'],
  fileOf: (report: InspectionFacts['reports'][number]) => string,
): Promise<z.input<typeof SlotCounting>[]> {
  const countings: z.input<typeof SlotCounting>[] = []
  for (const eventSlotId of slotIds) {
    const slot = await findSlot(db, eventSlotId)
    const count = await db
      .selectFrom('eventSlots')
      .leftJoin('slotCounts', 'slotCounts.eventSlotId', 'eventSlots.eventSlotId')
      .select(['creditRuleId', 'isSettled', hasNoCount.as('hasNoCount')])
      .select(hasNoJob('sweep-counts').as('hasNoSweep'))
      .where('eventSlots.eventSlotId', '=', eventSlotId)
      .executeTakeFirst()
    if (!slot || !count) continue
    const facts = await findSlotFacts(db, slot)
    const isOfOtherRule = count.creditRuleId !== facts.rule.creditRuleId
    // Without a job, a slot of another rule stays as it was counted, because no report covers it any longer.
    if (!count.hasNoCount || (isOfOtherRule && !count.hasNoSweep)) throw new BeingCounted(slot)
    if (count.creditRuleId === null) continue
    const rule = await db
      .selectFrom('creditRules')
      .select(['season', 'version', 'figures'])
      .where('creditRuleId', '=', count.creditRuleId)
      .executeTakeFirstOrThrow()
    const { people, identities } = await findSlotPeople(db, slot)
    const { asked, answers } = await findCodeMoments(db, eventSlotId)
    const numbers = new Map(
      [...new Set(people.map(({ userId }) => userId))].map((id, place) => [id, place + 1]),
    )
    const { eventName, webinarId, startOn, endOn, startTime, endTime } = slot
    countings.push(
      z.encode(SlotCounting, {
        ...{ eventSlotId, eventName, webinarId, slot: { startOn, endOn, startTime, endTime } },
        others: await findOthers(db, slot),
        ...{ rule: ruleName(rule), isSettled: count.isSettled === true, agenda: facts.agenda },
        reports: reports
          .filter((report) => report.eventSlotId === eventSlotId && report.repeatsReportId === null)
          .map((report) => {
            const { reportId, origin, receivedAt, timeZone } = report
            return { reportId, file: fileOf(report), origin, receivedAt, timeZone }
          }),
        people: people.map(({ registrationId, userId, emails, isOtherSlot, isCanceled }) => ({
          ...{ registrationId, person: numbers.get(userId) ?? 0, emails, isOtherSlot, isCanceled },
        })),
        identities,
        decisions: [...facts.decisions.values()],
        codes: {
          asked: asked.map(({ question, at }) => ({ question, at })),
          answers: answers.map(({ question, at, registrationId }) => ({ question, at, registrationId })),
        },
      }),
    )
  }
  return countings
}
