import type { Services } from '#server/services.ts'
import { dayBefore, hourBefore } from './identity-codes.ts'

const hour = 3_600_000

/**
 * Deletes expired codes and profiles, counts of wrong digits, and both identity providers' refresh tokens.
 * Also deletes the rows that void or explain expired ID tokens.
 */
export async function sweepCodes({ db, clock }: Services) {
  await db.deleteFrom('identityCodes').where('expiresAt', '<=', clock()).execute()
  await db
    .updateTable('identityCodes')
    .set({ profile: null })
    .where('profile', 'is not', null)
    .where('askedAt', '<=', hourBefore(clock()))
    .execute()
  await db.deleteFrom('identityWrongDigits').where('since', '<=', dayBefore(clock())).execute()
  await db.deleteFrom('identityRefreshTokens').where('provenAt', '<=', dayBefore(clock())).execute()
  await db
    .deleteFrom('identityAddresses')
    .where('seenAt', '<=', new Date(clock().getTime() - 2 * hour))
    .where('settledSubject', 'is', null)
    .execute()
}
