import { logoOf } from '#contract/events/events/calls.ts'
import type { EventEdit } from '#contract/events/events/edits.ts'
import { companyMessages } from '#contract/events/sponsors/company-fields.ts'
import { isStored } from '#server/core/files/stored-files.ts'
import { givenFields, textOrNull } from '#server/core/given-fields.ts'
import { refuseFields } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'

/** Returns an event's given fields for storage. Refuses a logo that is not stored here. */
export async function writtenEvent(
  tx: Tx,
  { eventName, videoLink, venue, status: _, ...given }: Omit<EventEdit, 'eventId' | 'version'>,
) {
  const logo = given.description && logoOf(given.description)
  if (logo) await refuseLostLogo(tx, logo, 'description')
  const texts = { videoLink: textOrNull(videoLink), venue: textOrNull(venue) }
  return { eventName, ...givenFields({ ...given, ...texts }) }
}

/** Refuses, at its field, a logo that is not stored here (of an event, sponsor or speaker). */
export async function refuseLostLogo(tx: Tx, logo: string, field = 'logo') {
  if (!(await isStored(tx, logo))) refuseFields({ [field]: companyMessages.lostLogo })
}
