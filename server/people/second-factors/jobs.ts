import type { Services } from '#server/services.ts'

/** Deletes expired rows: secrets never set up, and remembered browsers. Both are refused anyway. */
export async function sweepSecondFactors({ db, clock }: Services) {
  const now = clock()
  await db.deleteFrom('secondFactorOffers').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('rememberedDevices').where('expiresAt', '<=', now).execute()
}
