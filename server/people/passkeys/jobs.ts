import type { Services } from '#server/services.ts'

/** Deletes expired challenges, which are refused anyway. */
export async function sweepChallenges({ db, clock }: Services) {
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', clock()).execute()
}
