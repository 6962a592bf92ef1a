import type { Services } from '#server/services.ts'

/** Deletes what has expired by itself: secrets that nobody has set up, browsers that were remembered. Both are refused anyway. */
export async function sweepSecondFactors({ db, clock }: Services): Promise<void> {
  const now = clock()
  await db.deleteFrom('secondFactorOffers').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('rememberedDevices').where('expiresAt', '<=', now).execute()
}
