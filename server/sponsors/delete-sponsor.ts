import { happened } from '#server/activities/activities.ts'
import { changeEvent } from '#server/events/change-event.ts'
import type { Work } from '#server/work.ts'
import { lockSponsor } from './lock-sponsor.ts'

/** Deletes a sponsor, also as its event's featured one. Refuses with SPONSOR_NOT_FOUND, EVENT_NOT_FOUND or CHANGED_MEANWHILE. */
export async function deleteSponsor(
  work: Work,
  { sponsorId, version }: { sponsorId: number; version?: number | undefined },
): Promise<{ sponsorId: number }> {
  const { sponsor, event } = await lockSponsor(work.tx, sponsorId, version)
  const { eventId, eventName, featuredSponsorId } = event
  if (featuredSponsorId === sponsorId)
    await changeEvent(work, { eventId, eventName, featuredSponsorId: null })
  await work.tx.deleteFrom('sponsors').where('sponsorId', '=', sponsorId).execute()
  const details = { sponsorId, item: sponsor.companyName }
  await happened(work, [{ activity: 'sponsor-deleted', eventId, details }])
  return { sponsorId }
}
