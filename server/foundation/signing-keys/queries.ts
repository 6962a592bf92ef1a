import type { JWK } from 'jose'
import type { Db } from '#server/services.ts'
import { fingerprintOf } from './signing-key-names.ts'

/** Returns all signing keys, newest first. */
export function findKeys(db: Db) {
  return db
    .selectFrom('signingKeys')
    .select(['keyId', 'privateJwk', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('keyId')
    .execute()
}

/** Returns the public half of all signing keys with fingerprints, newest first. */
export async function findPublicKeys(db: Db) {
  const keys = await findKeys(db)
  return keys.map(({ keyId, privateJwk, createdAt }) => {
    const publicJwk = publicHalf(privateJwk as JWK)
    return { keyId, publicJwk, fingerprint: fingerprintOf(publicJwk), createdAt }
  })
}

/** Returns an RSA key's public half. */
function publicHalf({ kty, n, e }: JWK): JWK {
  return { kty, n, e } as JWK
}
