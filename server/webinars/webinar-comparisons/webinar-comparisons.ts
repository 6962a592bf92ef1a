import { sql } from 'kysely'
import type { Input } from '#contract/core/endpoint.ts'
import { easternClock } from '#contract/core/season.ts'
import type * as calls from '#contract/webinars/webinar-comparisons/calls.ts'
import { getSlotWithWebinar } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'

/** Starts a slot's comparison, by a job. Refuses with SLOT_NOT_FOUND or WEBINAR_MISSING. */
export async function compareWebinar(work: Work, { eventSlotId }: { eventSlotId: number }) {
  await getSlotWithWebinar(work.tx, eventSlotId)
  await noteAsked(work, [{ eventSlotId }])
  await work.addJobs('compare-webinar', [{ eventSlotId }], { isUrgent: true })
}

/** Starts the comparison of every slot with a webinar, unless over. */
export async function askAllComparisons(work: Work) {
  const slots = await work.tx
    .selectFrom('eventSlots')
    .select('eventSlotId')
    .where('webinarId', 'is not', null)
    .where('deletedAt', 'is', null)
    .where(sql`end_on + end_time`, '>', sql`${easternClock(work.clock())}::timestamp`)
    .execute()
  if (slots.length > 0) await noteAsked(work, slots)
  await work.addJobs('compare-webinar', slots)
}

/**
 * Starts the repair of a slot's differences, by the comparing job: the named ones, or all of a kind. Returns
 * their number. Refuses with SLOT_NOT_FOUND or WEBINAR_MISSING.
 */
export async function repairDifferences(
  work: Work,
  { eventSlotId, kind, webinarDifferenceIds }: Input<typeof calls.repairDifferences>['body'],
): Promise<{ repairs: number }> {
  const { tx, clock } = work
  const slot = await getSlotWithWebinar(tx, eventSlotId)
  const asked = await tx
    .updateTable('webinarDifferences')
    .set({ repairAskedAt: clock(), problem: '' })
    .where('eventSlotId', '=', eventSlotId)
    .where('kind', '=', kind)
    .$if(webinarDifferenceIds !== undefined, (rows) =>
      rows.where('webinarDifferenceId', 'in', webinarDifferenceIds ?? []),
    )
    .executeTakeFirst()
  await noteAsked(work, [{ eventSlotId }])
  await happened(work, [{ activity: 'webinar-repaired', ...ofSlot(slot) }])
  return { repairs: Number(asked.numUpdatedRows) }
}

/**
 * Starts writing a slot's time to its webinar, by the comparing job. Refuses with SLOT_NOT_FOUND or
 * WEBINAR_MISSING.
 */
export async function writeWebinarTime(work: Work, { eventSlotId }: { eventSlotId: number }) {
  const { tx, clock } = work
  const slot = await getSlotWithWebinar(tx, eventSlotId)
  await noteAsked(work, [{ eventSlotId }])
  await tx
    .updateTable('webinarComparisons')
    .set({ timeAskedAt: clock(), timeProblem: '' })
    .where('eventSlotId', '=', eventSlotId)
    .execute()
  await happened(work, [{ activity: 'webinar-time-sent', ...ofSlot(slot) }])
}

async function noteAsked({ tx, clock }: Work, slots: { eventSlotId: number }[]) {
  await tx
    .insertInto('webinarComparisons')
    .values(slots.map(({ eventSlotId }) => ({ eventSlotId, askedAt: clock() })))
    .onConflict((conflict) => conflict.column('eventSlotId').doUpdateSet({ askedAt: clock() }))
    .execute()
}
