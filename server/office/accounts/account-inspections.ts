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
