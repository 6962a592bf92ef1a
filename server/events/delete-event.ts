import { registeredRefusal } from '#contract/slots/rules.ts'
import { happened } from '#server/activities/activities.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { countRegistered } from '#server/slots/queries.ts'
import { setDeleted } from '#server/slots/slots.ts'
import type { Work } from '#server/work.ts'
import { lockEvent } from './lock-event.ts'

/**
 * Deletes an event with its slots; the row stays for the history. Refuses with EVENT_NOT_FOUND, CHANGED_MEANWHILE, or
 * EVENT_HAS_REGISTRATIONS and their number.
 */
export async function deleteEvent(
  work: Work,
  { eventId, version }: { eventId: number; version?: number | undefined },
): Promise<{ eventId: number }> {
  const { tx, clock } = work
  const { eventName } = await lockEvent(tx, eventId, version)
  const registered = await countRegistered(tx, { eventId })
  if (registered > 0) {
    throw new Refusal('EVENT_HAS_REGISTRATIONS', { message: registeredRefusal(registered, 'event') })
  }
  await tx
    .updateTable('events')
    .set((event) => ({ deletedAt: clock(), version: event('version', '+', 1) }))
    .where('eventId', '=', eventId)
    .execute()
  await setDeleted(work, { eventId })
  await happened(work, [{ activity: 'event-deleted', eventId, details: { item: eventName } }])
  return { eventId }
}
