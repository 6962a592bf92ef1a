import type { Insertable } from 'kysely'
import type { NewSponsor, SponsorEdit } from '#contract/events/sponsors/edits.ts'
import { givenFields, textOrNull } from '#server/core/given-fields.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { refuseLostLogo } from '#server/events/events/event-fields.ts'
import { changeEvent } from '#server/events/events/events.ts'
import { lockEvent } from '#server/events/events/lock-event.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { changesBetween, replacementsBetween } from '#server/foundation/activities/activity-changes.ts'
import { refuseChanged, refuseDeleted } from '#server/foundation/activities/activity-versions.ts'
import type { Tx } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'
import { columns } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

interface WrittenSponsor {
  sponsorId: number
  version: number
}

/** Adds a sponsor to an event. Refuses with EVENT_NOT_FOUND, and a logo that is not stored here. */
export async function addSponsor(work: Work, { eventId, ...given }: NewSponsor): Promise<WrittenSponsor> {
  await lockEvent(work.tx, eventId)
  const fields = await writtenSponsor(work.tx, given)
  const sponsor = await insertSponsor(work, { ...fields, eventId })
  const details = { sponsorId: sponsor.sponsorId, item: fields.companyName }
  await happened(work, [{ activity: 'sponsor-added', eventId, details }])
  return sponsor
}

/** Inserts a sponsor without an activity. */
export function insertSponsor(
  { tx, clock }: Work,
  sponsor: Omit<Insertable<Tables['sponsors']>, 'createdAt' | 'updatedAt'>,
): Promise<WrittenSponsor> {
  return tx
    .insertInto('sponsors')
    .values({ ...sponsor, createdAt: clock(), updatedAt: clock() })
    .returning(['sponsorId', 'version'])
    .executeTakeFirstOrThrow()
}

/**
 * Changes a sponsor; absent fields stay. Refuses with SPONSOR_NOT_FOUND, EVENT_NOT_FOUND or CHANGED_MEANWHILE, and a
 * logo that is not stored here.
 */
export async function changeSponsor(
  work: Work,
  { sponsorId, version, ...given }: SponsorEdit,
): Promise<WrittenSponsor> {
  const { tx, clock } = work
  const { sponsor: before } = await lockSponsor(tx, sponsorId, version)
  const fields = await writtenSponsor(tx, given)
  const after = { ...before, ...fields }
  const changes = {
    ...changesBetween(before, after, ['companyName', 'website', 'email']),
    ...replacementsBetween(before, after, { logo: 'a picture', description: 'a text' }),
  }
  if (Object.keys(changes).length === 0) return before
  const changed = await tx
    .updateTable('sponsors')
    .set({ ...fields, updatedAt: clock() })
    .set((sponsor) => ({ version: sponsor('version', '+', 1) }))
    .where('sponsorId', '=', sponsorId)
    .returning(['sponsorId', 'version'])
    .executeTakeFirstOrThrow()
  const details = { sponsorId, item: after.companyName, changes }
  await happened(work, [{ activity: 'sponsor-changed', eventId: after.eventId, details }])
  return changed
}

/**
 * Deletes a sponsor, also as its event's featured one. Refuses with SPONSOR_NOT_FOUND, EVENT_NOT_FOUND or
 * CHANGED_MEANWHILE.
 */
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

/** Features one of an event's own sponsors, or none. Refuses with EVENT_NOT_FOUND, and with SPONSOR_NOT_FOUND for another event's. */
export async function featureSponsor(
  work: Work,
  { eventId, sponsorId }: { eventId: number; sponsorId: number | null },
) {
  const { eventName } = await lockEvent(work.tx, eventId)
  if (sponsorId !== null) {
    const sponsors = work.tx.selectFrom('sponsors').select('sponsorId').where('eventId', '=', eventId)
    await sponsors.where('sponsorId', '=', sponsorId).executeTakeFirstOrThrow(refusing('SPONSOR_NOT_FOUND'))
  }
  await changeEvent(work, { eventId, eventName, featuredSponsorId: sponsorId })
}

/** Copies a locked event's sponsors to another event, without activities. Returns the copies' ids by original. */
export async function copySponsors(
  work: Work,
  fromEventId: number,
  toEventId: number,
): Promise<Map<number, number>> {
  const sponsors = await work.tx
    .selectFrom('sponsors')
    .select(columns.sponsors)
    .where('eventId', '=', fromEventId)
    .orderBy('sponsorId')
    .execute()
  const copies = new Map<number, number>()
  // One by one, because one insert of several returns ids in any order.
  for (const { sponsorId, version: _, ...sponsor } of sponsors) {
    copies.set(sponsorId, (await insertSponsor(work, { ...sponsor, eventId: toEventId })).sponsorId)
  }
  return copies
}

/**
 * Returns a sponsor with its event, both locked. Refuses with SPONSOR_NOT_FOUND or EVENT_NOT_FOUND, and with
 * CHANGED_MEANWHILE if `readVersion` is older or the sponsor was deleted since.
 */
async function lockSponsor(tx: Tx, sponsorId: number, readVersion?: number | undefined) {
  const found = tx.selectFrom('sponsors').where('sponsorId', '=', sponsorId)
  const of = await found.select('eventId').executeTakeFirst()
  const event = of && (await lockEvent(tx, of.eventId))
  const sponsor = event && (await found.select(columns.sponsors).forNoKeyUpdate().executeTakeFirst())
  if (!sponsor) return refuseDeleted(tx, { sponsorId, readVersion }, 'SPONSOR_NOT_FOUND')
  await refuseChanged(tx, { sponsorId, version: sponsor.version, readVersion })
  return { sponsor, event }
}

/** Returns a sponsor's given fields for storage. Refuses a logo that is not stored here. */
async function writtenSponsor(
  tx: Tx,
  { companyName, logo, description, website, email }: Omit<SponsorEdit, 'sponsorId' | 'version'>,
) {
  await refuseLostLogo(tx, logo)
  const optional = { description, website: textOrNull(website), email: textOrNull(email) }
  return { companyName, logo, ...givenFields(optional) }
}
