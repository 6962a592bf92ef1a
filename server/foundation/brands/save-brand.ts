import { sql } from 'kysely'
import sharp from 'sharp'
import type { Input } from '#contract/core/endpoint.ts'
import type { Brand, saveBrand as endpoint, SavedBrand } from '#contract/foundation/brands/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { changesBetween } from '#server/foundation/activities/activity-changes.ts'
import { refuseChanged } from '#server/foundation/activities/activity-versions.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findBrand } from './queries.ts'

const fields = ['portalName', 'logo', 'mainColor', 'bandColor'] as const

/**
 * Saves and returns the looks of the portal, unless nothing changed. Refuses with CHANGED_MEANWHILE if the
 * caller read older ones, and a logo that is not stored here.
 */
export async function saveBrand(
  work: Work,
  { version: readVersion, ...brand }: Input<typeof endpoint>['body'],
): Promise<SavedBrand> {
  const { tx, clock, actingUserId = null } = work
  // Concurrent saves wait: each version follows the previous one.
  await sql`lock table brands in share row exclusive mode`.execute(tx)
  const before = await findBrand(tx)
  await refuseChanged(tx, { activity: 'brand-changed', version: before.version, readVersion })
  const typed = { ...brand, portalName: brand.portalName.trim() }
  const changes = changesBetween<Brand>(before, typed, fields)
  if (Object.keys(changes).length === 0) return before
  // A picture has no words: the history says only that it changed.
  const [had, has] = [before.logo, typed.logo]
  if (changes.logo) changes.logo = [had && 'a picture', has && (had ? 'another one' : 'a picture')]
  const { logo, ...texts } = typed
  await tx
    .insertInto('brands')
    .values({
      ...texts,
      ...(await writtenLogo(tx, logo)),
      brandId: before.version + 1,
      savedAt: clock(),
      savedBy: actingUserId,
    })
    .execute()
  await happened(work, [{ activity: 'brand-changed', details: { changes } }])
  return findBrand(tx)
}

/** Returns the columns of a logo by its address. Refuses an address without a stored picture. */
async function writtenLogo(db: Db, address: string) {
  if (address === '') return {}
  const logoHash = Buffer.from(address.slice(-64), 'hex')
  const file = await db
    .selectFrom('files')
    .select('bytes')
    .where('fileHash', '=', logoHash)
    .executeTakeFirst()
  if (!file) throw refusal('This picture has been deleted. Please choose it again.')
  const { width, height } = await sharp(file.bytes)
    .metadata()
    .catch(() => {
      throw refusal('This picture cannot be shown. Please choose another one.')
    })
  return { logoHash, logoRatio: width / height }
}

function refusal(message: string): Refusal {
  return new Refusal('INVALID_FIELDS', { message, fields: { logo: message } })
}
