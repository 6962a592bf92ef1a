import type { SponsorEdit } from '#contract/sponsors/edits.ts'
import { givenFields, textOrNull } from '#server/core/given-fields.ts'
import { refuseLostLogo } from '#server/events/event-logos.ts'
import type { Tx } from '#server/services.ts'

/** Returns a sponsor's given fields as stored. Refuses a logo that is not stored here. */
export async function writtenSponsor(
  tx: Tx,
  { companyName, logo, description, website, email }: Omit<SponsorEdit, 'sponsorId' | 'version'>,
) {
  await refuseLostLogo(tx, logo)
  const optional = { description, website: textOrNull(website), email: textOrNull(email) }
  return { companyName, logo, ...givenFields(optional) }
}
