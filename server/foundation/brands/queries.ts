import { nameOrEmail } from '#contract/core/names.ts'
import type { SavedBrand } from '#contract/foundation/brands/calls.ts'
import type { Db } from '#server/services.ts'

/** The saved looks, with the logo's width divided by its height. */
export interface BrandLooks extends SavedBrand {
  logoRatio: number | null
}

/** Returns the looks of the portal; empty texts where nothing is set. */
export async function findBrand(db: Db): Promise<BrandLooks> {
  const row = await db
    .selectFrom('brands')
    .leftJoin('users', 'users.userId', 'brands.savedBy')
    .select(['brandId', 'portalName', 'logoHash', 'logoRatio', 'mainColor', 'bandColor', 'savedAt'])
    .select(['firstName', 'lastName', 'email'])
    .orderBy('brandId', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return unbranded
  const { brandId, portalName, logoHash, logoRatio, mainColor, bandColor, savedAt } = row
  return {
    portalName,
    logo: logoHash ? `/api/files/${logoHash.toString('hex')}` : '',
    logoRatio,
    mainColor,
    bandColor,
    version: brandId,
    savedAt,
    savedBy: nameOrEmail(row),
  }
}

const unbranded: BrandLooks = {
  portalName: '',
  logo: '',
  logoRatio: null,
  mainColor: '',
  bandColor: '',
  version: 0,
  savedAt: null,
  savedBy: '',
}

/** Returns the bytes of the logo, for a paper; undefined if none is set. */
export async function findLogoBytes(db: Db): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('brands')
    .leftJoin('files', 'files.fileHash', 'brands.logoHash')
    .select('files.bytes')
    .orderBy('brandId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.bytes ?? undefined
}
