import type { Services } from '#server/services.ts'
import { dayBefore } from './identity-codes.ts'

const hour = 3_600_000

/**
 * Deletes what counts no longer, of either provider: mailed codes that have expired, wrong digits, and what voids or explains ID
 * tokens that have expired by now.
 */
export async function sweepCodes({ db, clock }: Services): Promise<void> {
  await db.deleteFrom('identityCodes').where('expiresAt', '<=', clock()).execute()
  await db.deleteFrom('identityWrongDigits').where('since', '<=', dayBefore(clock())).execute()
  await db.deleteFrom('identityRefreshTokens').where('provenAt', '<=', dayBefore(clock())).execute()
  await db
    .deleteFrom('identityAddresses')
    .where('seenAt', '<=', new Date(clock().getTime() - 2 * hour))
    .where('settledSubject', 'is', null)
    .execute()
}
