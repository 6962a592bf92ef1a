import type { NewSponsor } from '#contract/sponsors/edits.ts'
import { happened } from '#server/activities/activities.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import type { Work } from '#server/work.ts'
import { writtenSponsor } from './sponsor-fields.ts'

/** Adds a sponsor to its event. Refuses with EVENT_NOT_FOUND, and a logo that is not stored here. */
export async function addSponsor(
  work: Work,
  { eventId, ...given }: NewSponsor,
): Promise<{ sponsorId: number; version: number }> {
  const { tx, clock } = work
  await lockEvent(tx, eventId)
  const fields = await writtenSponsor(tx, given)
  const sponsor = await tx
    .insertInto('sponsors')
    .values({ ...fields, eventId, createdAt: clock(), updatedAt: clock() })
    .returning(['sponsorId', 'version'])
    .executeTakeFirstOrThrow()
  const { sponsorId } = sponsor
  await happened(work, [
    { activity: 'sponsor-added', eventId, details: { sponsorId, item: fields.companyName } },
  ])
  return sponsor
}
