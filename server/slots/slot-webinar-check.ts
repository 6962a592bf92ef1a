import { Refusal } from '#server/core/http/refusal.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { within } from '#server/core/within.ts'
import type { Services } from '#server/services.ts'

/** So long an administrator waits for the platform; then the ID is saved unchecked. */
const patienceMs = 8000

/**
 * Asks the webinar platform for the webinar that a slot is to have, unless the slot has it already. Gives a notice if the platform
 * could not be asked. Refuses with WEBINAR_REFUSED, in the platform's words.
 */
export async function checkWebinar(
  { db, webinar, config }: Services,
  { eventSlotId, webinarId }: { eventSlotId?: number; webinarId?: string | null | undefined },
): Promise<{ webinarNotice?: string }> {
  // The embedded platform has a room for each ID that a slot has.
  if (!webinarId || config.webinars.platform === 'embedded') return {}
  const same = db.selectFrom('eventSlots').select('eventSlotId').where('webinarId', '=', webinarId)
  if (eventSlotId && (await same.where('eventSlotId', '=', eventSlotId).executeTakeFirst())) return {}
  try {
    await within(patienceMs, webinar.getWebinar(webinarId))
    return {}
  } catch (problem) {
    if (problem instanceof WebinarRefused) {
      const message = `${webinar.name} does not accept this webinar ID. ${problem.message}`
      throw new Refusal('WEBINAR_REFUSED', { message })
    }
    return {
      webinarNotice: `${webinar.name} could not be asked just now, so nobody knows yet whether this webinar ID is right. It is compared once ${webinar.name} answers.`,
    }
  }
}
