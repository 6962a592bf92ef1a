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
  return keys.map(({ keyId, privateJwk }) => {
    const { kty, n, e } = privateJwk as JWK
    return { keyId, publicJwk: { kty, n, e } as JWK }
  })
}
