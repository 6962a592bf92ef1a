import type { Services } from '#server/services.ts'
import { dayBefore } from './identity-codes.ts'

/** Deletes mailed codes that have expired, which are refused anyway, and counts of wrong digits that count no longer. */
export async function sweepCodes({ db, clock }: Services): Promise<void> {
  await db.deleteFrom('identityCodes').where('expiresAt', '<=', clock()).execute()
  await db.deleteFrom('identityWrongDigits').where('since', '<=', dayBefore(clock())).execute()
}
