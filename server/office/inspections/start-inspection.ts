import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { countInScope } from './inspection-facts.ts'
import { scopeWords } from './inspection-words.ts'

/** Starts to make a pack, by a job. Refuses with INSPECTION_SCOPE, INSPECTION_EMPTY and INSPECTION_RUNS. */
export async function startInspection(work: Work, scope: InspectionScope): Promise<{ packId: number }> {
  const { tx, clock, actingUserId } = work
  const { eventId, eventSlotId, userId, season } = scope
  const given = [eventId, eventSlotId, userId, season].filter((each) => each !== undefined)
  if (given.length !== 1) throw new Refusal('INSPECTION_SCOPE')
  if ((await countInScope(tx, scope)) === 0) throw new Refusal('INSPECTION_EMPTY')
  // The portal died during its last attempt.
  await tx
    .updateTable('inspectionPacks')
    .set({ state: 'failed', problem: 'The portal ended while it made this pack.', endedAt: clock() })
    .where('state', 'in', ['waiting', 'running'])
    .where(hasNoJob('make-inspection-pack', 'packId', 'inspection_packs.inspection_pack_id'))
    .execute()
  const started = await tx
    .insertInto('inspectionPacks')
    .values({
      eventId: eventId ?? null,
      eventSlotId: eventSlotId ?? null,
      userId: userId ?? null,
      season: season ?? null,
      askedBy: actingUserId ?? null,
      askedAt: clock(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('inspectionPackId as packId')
    .executeTakeFirst()
  if (!started) throw new Refusal('INSPECTION_RUNS')
  await work.addJobs('make-inspection-pack', [started], { isUrgent: true })
  await happened(work, [{ activity: 'inspection-asked', ...(await aboutPack(work, started.packId)) }])
  return started
}

/** Returns what an activity about a pack is about. A person's name is not part of it, because the person is. */
export async function aboutPack({ tx }: Pick<Work, 'tx'>, packId: number) {
  const { eventId, eventSlotId, userId, season } = await tx
    .selectFrom('inspectionPacks as pack')
    .leftJoin('eventSlots as slot', 'slot.eventSlotId', 'pack.eventSlotId')
    .select(['pack.eventSlotId', 'pack.userId', 'pack.season'])
    .select((row) => row.fn.coalesce('pack.eventId', 'slot.eventId').as('eventId'))
    .where('inspectionPackId', '=', packId)
    .executeTakeFirstOrThrow()
  if (userId) return { userId, details: { item: `Pack ${packId}` } }
  const words = await scopeWords(tx, scopeOf({ eventId: null, eventSlotId, userId, season }))
  const item = eventSlotId || season ? `Pack ${packId}: ${words}` : `Pack ${packId}`
  return { ...(eventId && { eventId }), details: { item } }
}

/** Returns the scope that a row of a pack names; empty if its person has deleted their account. */
export function scopeOf(row: {
  eventId: number | null
  eventSlotId: number | null
  userId: string | null
  season: number | null
}): InspectionScope {
  const named = Object.entries(row).filter(([, value]) => value !== null)
  return Object.fromEntries(named) as InspectionScope
}
