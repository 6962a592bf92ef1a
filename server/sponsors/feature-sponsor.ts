import { Refusal } from '#server/core/http/refusal.ts'
import { changeEvent } from '#server/events/change-event.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import type { Work } from '#server/work.ts'

/** Features one of an event's own sponsors, or none. Refuses with EVENT_NOT_FOUND, and with SPONSOR_NOT_FOUND for another event's. */
export async function featureSponsor(
  work: Work,
  { eventId, sponsorId }: { eventId: number; sponsorId: number | null },
): Promise<void> {
  const { eventName } = await lockEvent(work.tx, eventId)
  if (sponsorId !== null) {
    const sponsors = work.tx.selectFrom('sponsors').select('sponsorId').where('eventId', '=', eventId)
    const own = await sponsors.where('sponsorId', '=', sponsorId).executeTakeFirst()
    if (!own) throw new Refusal('SPONSOR_NOT_FOUND')
  }
  await changeEvent(work, { eventId, eventName, featuredSponsorId: sponsorId })
}
