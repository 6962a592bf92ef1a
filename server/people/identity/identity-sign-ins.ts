import { hashOfSecret } from '#server/core/identity/secrets.ts'
import { proofHashOf } from '#server/core/identity/verify-id-token.ts'
import type { Db } from '#server/services.ts'

/** A sign-in by password, stored to check with Firebase if the password is still valid. */
export interface KeptSignIn {
  /** The portal's own ID token of this sign-in. */
  idToken: string
  email: string
  provenAt: Date
  refreshToken: string
}

export async function keepSignIn(db: Db, { idToken, email, provenAt, refreshToken }: KeptSignIn) {
  const times = { provenAt, renewedAt: provenAt }
  await db
    .insertInto('identityRefreshTokens')
    .values({ proofHash: proofHashOf(idToken), addressHash: hashOfSecret(email), refreshToken, ...times })
    .execute()
}

/** Returns all stored sign-ins, least recently renewed first. */
export function findSignIns(db: Db) {
  return db
    .selectFrom('identityRefreshTokens')
    .select(['proofHash', 'addressHash', 'provenAt', 'refreshToken'])
    .orderBy('renewedAt')
    .execute()
}

export async function renewSignIn(
  db: Db,
  proofHash: Buffer,
  renewal: { refreshToken: string; renewedAt: Date },
) {
  await db.updateTable('identityRefreshTokens').set(renewal).where('proofHash', '=', proofHash).execute()
}

export async function forgetSignIn(db: Db, proofHash: Buffer) {
  await db.deleteFrom('identityRefreshTokens').where('proofHash', '=', proofHash).execute()
}
