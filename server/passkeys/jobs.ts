import type { Services } from '#server/services.ts'

/** Deletes challenges that nobody has answered in time; they are refused anyway. */
export async function sweepChallenges({ db, clock }: Services): Promise<void> {
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', clock()).execute()
}
