import type { WebinarSyncKind } from '#contract/webinars/webinars/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { getSlotWithWebinar } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import { columns } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { includeLinked } from './webinar-sync-rows.ts'

interface NewSync {
  eventSlotId: number
  usesEmailAsName?: boolean | undefined
}

/**
 * Starts to register everyone of a slot at the webinar platform. Returns a running sync as it is. Refuses with SLOT_NOT_FOUND,
 * WEBINAR_MISSING, or WEBINAR_BUSY during a delink.
 */
export function syncWebinar(work: Work, sync: NewSync): Promise<{ jobId: string }> {
  return start(work, 'sync', sync)
}

/**
 * Starts to remove everyone of a slot from the webinar platform, and deletes their join URLs. Returns a running delink as it is.
 * Refuses like `syncWebinar`, with WEBINAR_BUSY during a sync.
 */
export function delinkWebinar(work: Work, delink: NewSync): Promise<{ jobId: string }> {
  return start(work, 'delink', delink)
}

async function start(
  work: Work,
  kind: WebinarSyncKind,
  { eventSlotId, usesEmailAsName = false }: NewSync,
): Promise<{ jobId: string }> {
  const { tx, clock, actingUserId } = work
  // Locked: of two concurrent starts, the second finds the first one's sync.
  const slot = await getSlotWithWebinar(tx, eventSlotId, { isLocked: true })
  const running = await tx
    .selectFrom('webinarSyncs')
    .select(['webinarSyncId', 'kind'])
    .where('eventSlotId', '=', eventSlotId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (running && running.kind !== kind) throw new Refusal('WEBINAR_BUSY')
  if (running) return { jobId: running.webinarSyncId }
  const sync = await tx
    .insertInto('webinarSyncs')
    .values({
      kind,
      eventSlotId,
      webinarId: slot.webinarId,
      usesEmailAsName,
      startedBy: actingUserId ?? null,
      startedAt: clock(),
    })
    .returning(columns.webinarSyncs)
    .executeTakeFirstOrThrow()
  if (kind === 'delink') await includeLinked(tx, sync)
  const activity = kind === 'sync' ? 'webinar-synced' : 'webinar-delinked'
  await happened(work, [{ activity, ...ofSlot(slot), webinarSyncId: sync.webinarSyncId }])
  return { jobId: sync.webinarSyncId }
}
