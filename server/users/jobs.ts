import type { Services } from '#server/services.ts'

/** Deletes sessions that have expired; they are refused anyway. */
export async function sweepSessions({ db, clock }: Services): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', clock()).execute()
}
