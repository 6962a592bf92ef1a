import { sql } from 'kysely'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { inspectionDays } from '#contract/office/inspections/calls.ts'
import { withMerged } from '#server/foundation/activities/queries.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/** Deletes the bytes of packs after two weeks, or when their last link has ended; and packs after three years. */
export async function forgetInspections({ tx, clock }: Work): Promise<void> {
  const now = clock()
  const madeUntil = new Date(now.getTime() - inspectionDays * 86_400_000)
  // Locked as a new link locks it, so that no link is left without its pack.
  const { rows } = await sql<{ packId: number }>`
    select inspection_pack_id as pack_id from inspection_packs pack
    where ended_at < ${madeUntil} and exists (select from inspection_pack_pieces piece where piece.inspection_pack_id = pack.inspection_pack_id)
      and not exists (select from inspection_links link where link.inspection_pack_id = pack.inspection_pack_id
        and revoked_at is null and expires_at > ${now})
    for no key update`.execute(tx)
  const packIds = rows.map(({ packId }) => packId)
  await tx
    .deleteFrom('inspectionPackPieces')
    .where(sql<boolean>`inspection_pack_id = any(${packIds}::integer[])`)
    .execute()
  await tx
    .deleteFrom('inspectionPacks')
    .where('askedAt', '<', sql<Date>`now() - ${yearsKept} * interval '1 year'`)
    .execute()
}

/**
 * Deletes the bytes of packs about one person, or about an account that was merged into theirs, before the account is deleted. Their
 * links then lead nowhere.
 */
export async function forgetInspectionsOf(tx: Tx, userId: string): Promise<void> {
  const userIds = await withMerged(tx, [userId])
  // Under the row lock, a pack that is being stored either has its bytes by now, or finds its person gone.
  const packs = await tx
    .selectFrom('inspectionPacks')
    .select('inspectionPackId as packId')
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .orderBy('inspectionPackId')
    .forNoKeyUpdate()
    .execute()
  const packIds = packs.map(({ packId }) => packId)
  await tx
    .deleteFrom('inspectionPackPieces')
    .where(sql<boolean>`inspection_pack_id = any(${packIds}::integer[])`)
    .execute()
}
