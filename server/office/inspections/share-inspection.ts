import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { paths } from '#contract/core/paths.ts'
import { inspectionDays } from '#contract/office/inspections/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { findOpenLink, getKept } from './queries.ts'
import { aboutPack } from './start-inspection.ts'

/** Returns the stored form of a link's code. */
function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/** Makes a link for an inspector. Its code is not stored, so this is the only time it is told. Refuses with INSPECTION_NOT_KEPT. */
export async function shareInspection(
  work: Work,
  packId: number,
): Promise<{ link: string; expiresAt: Date }> {
  const { tx, clock, config, actingUserId } = work
  // The lock keeps the bytes from being deleted before the link is there.
  await getKept(tx, packId, { isLocked: true })
  const code = randomBytes(24).toString('base64url')
  const now = clock()
  const expiresAt = new Date(now.getTime() + inspectionDays * 86_400_000)
  await tx
    .insertInto('inspectionLinks')
    .values({
      inspectionPackId: packId,
      codeHash: hashOfCode(code),
      expiresAt,
      createdBy: actingUserId ?? null,
      createdAt: now,
    })
    .execute()
  await happened(work, [{ activity: 'inspection-shared', ...(await aboutPack(work, packId)) }])
  return { link: config.publicUrl + paths.inspection({ code }), expiresAt }
}

/** Ends a link. Refuses with INSPECTION_LINK_OVER if it has ended already. */
export async function revokeInspectionLink(work: Work, linkId: number): Promise<void> {
  const { tx, clock } = work
  const revoked = await tx
    .updateTable('inspectionLinks')
    .set({ revokedAt: clock() })
    .where('inspectionLinkId', '=', linkId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', clock())
    .returning('inspectionPackId as packId')
    .executeTakeFirst()
  if (!revoked) throw new Refusal('INSPECTION_LINK_OVER')
  await happened(work, [{ activity: 'inspection-revoked', ...(await aboutPack(work, revoked.packId)) }])
}

/** Notes that somebody has opened a link, or downloaded its pack, and returns the pack's id. Refuses with INSPECTION_LINK_OVER. */
export async function noteOpening(
  work: Work,
  code: string,
  activity: 'inspection-opened' | 'inspection-downloaded',
): Promise<{ packId: number; expiresAt: Date }> {
  const { tx, clock } = work
  const link = await findOpenLink(tx, hashOfCode(code), clock())
  if (!link) throw new Refusal('INSPECTION_LINK_OVER')
  const { linkId, packId, expiresAt } = link
  await tx
    .updateTable('inspectionLinks')
    .set({ openings: sql`openings + 1`, lastOpenedAt: clock() })
    .where('inspectionLinkId', '=', linkId)
    .execute()
  const { details, ...about } = await aboutPack(work, packId)
  const item = `${details.item} (link ${linkId})`
  await happened(work, [{ activity, ...about, details: { item }, actedBy: null }])
  return { packId, expiresAt }
}
