import type { JWK } from 'jose'
import type { Db } from '#server/services.ts'

/** Returns all signing keys, newest first. */
export function findKeys(db: Db) {
  return db
    .selectFrom('signingKeys')
    .select(['keyId', 'privateJwk', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('keyId')
    .execute()
}

/** Returns the public half of all signing keys, newest first. */
export async function findPublicKeys(db: Db): Promise<{ keyId: string; publicJwk: JWK }[]> {
  const keys = await findKeys(db)
  return keys.map(({ keyId, privateJwk }) => ({ keyId, publicJwk: publicHalf(privateJwk as JWK) }))
}

/** Returns the public half of a key of RSA. */
export function publicHalf({ kty, n, e }: JWK): JWK {
  return { kty, n, e } as JWK
}
