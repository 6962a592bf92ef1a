import { Refusal } from '#server/core/http/refusal.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { within } from '#server/core/within.ts'
import type { Services } from '#server/services.ts'

/** After this wait for the webinar platform, the ID is saved unchecked. */
const patienceMs = 8000

/**
 * Asks the webinar platform for a slot's new webinar. Returns a notice if there is no answer. Refuses with WEBINAR_REFUSED,
 * in the platform's words.
 */
export async function checkWebinar(
  { db, webinar, config }: Services,
  { eventSlotId, webinarId }: { eventSlotId?: number; webinarId?: string | null | undefined },
): Promise<{ webinarNotice?: string }> {
  // The embedded rooms accept every ID.
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
      webinarNotice: `${webinar.name} could not be asked just now, so this webinar ID is not checked yet. It is compared once ${webinar.name} answers.`,
    }
  }
}
