import { sql } from 'kysely'
import { mostSlotsOfWebinar } from '#contract/events/slots/calls.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shortTimeslot } from '#contract/events/slots/times.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { within } from '#server/core/within.ts'
import type { Db, Services } from '#server/services.ts'
import { selectSlots } from './queries.ts'

/** After waiting this long for the webinar platform, the ID is saved unchecked. */
const patienceMs = 8000

/**
 * Asks the webinar platform about a slot's new webinar. Returns a notice if it does not answer, or if another
 * slot has the webinar. Refuses with WEBINAR_REFUSED, in the platform's words.
 */
export async function checkWebinar(
  { db, webinar, config }: Services,
  { eventSlotId, webinarId }: { eventSlotId?: number; webinarId?: string | null | undefined },
): Promise<{ webinarNotice?: string }> {
  if (!webinarId) return {}
  const same = await findSlotsOfWebinar(db, webinarId)
  if (same.some((slot) => slot.eventSlotId === eventSlotId)) return {}
  // The embedded rooms accept every ID.
  const unasked = config.webinars.platform === 'embedded' ? [] : await askFor(webinarId, webinar)
  const notices = [...same.map(usedBy), ...unasked]
  return notices.length === 0 ? {} : { webinarNotice: notices.join(' ') }
}

/** Returns a notice if the webinar platform does not answer. */
async function askFor(webinarId: string, webinar: Services['webinar']) {
  try {
    await within(patienceMs, webinar.getWebinar(webinarId))
    return []
  } catch (problem) {
    if (problem instanceof WebinarRefused) {
      const message = `${webinar.name} does not accept this webinar ID. ${problem.message}`
      throw new Refusal('WEBINAR_REFUSED', { message })
    }
    return [
      `${webinar.name} could not be asked just now, so this webinar ID is not checked yet. It is compared once ${webinar.name} answers.`,
    ]
  }
}

function usedBy({ eventName, ...slot }: SlotTime & { eventName: string }) {
  return `This ID is used by ${eventName}, ${shortTimeslot(slot)}, too.`
}

/** Returns the last slots with a webinar, however its number is spaced. */
export function findSlotsOfWebinar(db: Db, webinarId: string) {
  const spaces = '[\\s-]'
  return selectSlots(db)
    .where('eventSlots.deletedAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .where(
      sql<boolean>`regexp_replace(webinar_id, ${spaces}, '', 'g') = ${webinarId.replaceAll(/[\s-]/g, '')}`,
    )
    .orderBy('startOn', 'desc')
    .limit(mostSlotsOfWebinar)
    .execute()
}
