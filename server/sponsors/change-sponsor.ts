import type { SponsorEdit } from '#contract/sponsors/edits.ts'
import { happened } from '#server/activities/activities.ts'
import { changesBetween, replacementsBetween } from '#server/activities/activity-changes.ts'
import type { Work } from '#server/work.ts'
import { lockSponsor } from './lock-sponsor.ts'
import { writtenSponsor } from './sponsor-fields.ts'

/**
 * Changes a sponsor; absent fields stay. Refuses with SPONSOR_NOT_FOUND, EVENT_NOT_FOUND or CHANGED_MEANWHILE, and a
 * logo that is not stored here.
 */
export async function changeSponsor(
  work: Work,
  { sponsorId, version, ...given }: SponsorEdit,
): Promise<{ sponsorId: number; version: number }> {
  const { tx, clock } = work
  const { sponsor: before } = await lockSponsor(tx, sponsorId, version)
  const fields = await writtenSponsor(tx, given)
  const after = { ...before, ...fields }
  const changes = {
    ...changesBetween(before, after, ['companyName', 'website', 'email']),
    ...replacementsBetween(before, after, { logo: 'a picture', description: 'a text' }),
  }
  if (Object.keys(changes).length === 0) return before
  const { eventId, companyName } = after
  const changed = await tx
    .updateTable('sponsors')
    .set({ ...fields, updatedAt: clock() })
    .set((sponsor) => ({ version: sponsor('version', '+', 1) }))
    .where('sponsorId', '=', sponsorId)
    .returning(['sponsorId', 'version'])
    .executeTakeFirstOrThrow()
  const details = { sponsorId, item: companyName, changes }
  await happened(work, [{ activity: 'sponsor-changed', eventId, details }])
  return changed
}
