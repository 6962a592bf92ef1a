import type { NewEvent } from '#contract/events/edits.ts'
import { happened } from '#server/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { writtenEvent } from './event-fields.ts'

/** Adds an event without slots, open for registration; or an unpublished one if it says that it is closed. */
export async function addEvent(
  work: Work,
  { isEnabled = true, ...given }: NewEvent,
): Promise<{ eventId: number; version: number }> {
  const event = await work.tx
    .insertInto('events')
    .values({
      ...(await writtenEvent(work.tx, given)),
      isEnabled,
      isDraft: !isEnabled,
      createdAt: work.clock(),
    })
    .returning(['eventId', 'version'])
    .executeTakeFirstOrThrow()
  await happened(work, [{ activity: 'event-added', eventId: event.eventId }])
  return event
}
