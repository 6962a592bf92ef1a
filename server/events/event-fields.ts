import { logoOf } from '#contract/events/calls.ts'
import type { EventEdit } from '#contract/events/edits.ts'
import { givenFields, textOrNull } from '#server/core/given-fields.ts'
import type { Tx } from '#server/services.ts'
import { refuseLostLogo } from './event-logos.ts'

/** Returns an event's given fields as they are stored. Refuses a logo that is not stored here. */
export async function writtenEvent(
  tx: Tx,
  {
    eventName,
    description,
    videoLink,
    venue,
    isInPerson,
    facts,
    isEnabled,
    featuredSponsorId,
  }: Omit<EventEdit, 'eventId' | 'version'>,
) {
  const logo = description && logoOf(description)
  if (logo) await refuseLostLogo(tx, logo, 'description')
  const texts = { videoLink: textOrNull(videoLink), venue: textOrNull(venue) }
  return {
    eventName,
    ...givenFields({ description, isEnabled, isInPerson, facts, featuredSponsorId, ...texts }),
  }
}
