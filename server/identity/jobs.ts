import type { Services } from '#server/services.ts'

/** Deletes mailed codes that have expired; they are refused anyway. */
export async function sweepCodes({ db, clock }: Services): Promise<void> {
  await db.deleteFrom('identityCodes').where('expiresAt', '<=', clock()).execute()
}
