import { shownInstant } from '#server/core/mail/shown-instant.ts'
import { withMerged } from '#server/foundation/activities/queries.ts'
import type { Db } from '#server/services.ts'

/** Returns the inspection packs about a person, newest first, each with its links and how often they were opened. */
export async function findInspectionsOf(db: Db, userId: string) {
  const packs = await db
    .selectFrom('inspectionPacks')
    .select(['inspectionPackId as packId', 'askedAt', 'state', 'bytes'])
    .where('userId', 'in', await withMerged(db, [userId]))
    .orderBy('inspectionPackId', 'desc')
    .execute()
  if (packs.length === 0) return []
  const links = await db
    .selectFrom('inspectionLinks')
    .select(['inspectionPackId', 'createdAt', 'expiresAt', 'revokedAt', 'openings', 'lastOpenedAt'])
    .where(
      'inspectionPackId',
      'in',
      packs.map(({ packId }) => packId),
    )
    .orderBy('inspectionLinkId')
    .execute()
  return packs.map((pack) => ({
    ...pack,
    links: links
      .filter(({ inspectionPackId }) => inspectionPackId === pack.packId)
      .map(({ inspectionPackId: _, ...link }) => link),
  }))
}

type InspectionLink = Awaited<ReturnType<typeof findInspectionsOf>>[number]['links'][number]

/** Returns a link of a pack as a sentence. */
export function linkInWords({ createdAt, expiresAt, revokedAt, openings }: InspectionLink): string {
  const end = revokedAt ? `revoked ${shownInstant(revokedAt)}` : `valid until ${shownInstant(expiresAt)}`
  return `Made ${shownInstant(createdAt)}, ${end}, opened ${openings === 1 ? 'once' : `${openings} times`}`
}
