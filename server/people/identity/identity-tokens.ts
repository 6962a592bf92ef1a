import { randomUUID } from 'node:crypto'
import type { JSONWebKeySet, JWK } from 'jose'
import { exportJWK, generateKeyPair } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Config } from '#server/config.ts'
import type { Claims } from '#server/core/identity/sign-id-token.ts'
import { algorithm, signProof } from '#server/core/identity/sign-id-token.ts'
import type { Db, Services } from '#server/services.ts'

export const audience = 'ia-renewal-portal'
/** The audience for people proven at Firebase. The embedded provider knows no such subject and refuses them. */
export const hostedAudience = 'ia-renewal-portal-by-firebase'
const minutesValid = 10

/** A person who proved an address. */
export type Proof = Pick<Claims, 'subject' | 'email' | 'provenAt' | 'provenBy'>

/** Returns every key's public half, as JWKS. */
export async function publicKeys(db: Db): Promise<JSONWebKeySet> {
  const keys = await signingKeys(db)
  return { keys: keys.map(({ d: _private, ...publicJwk }) => publicJwk) }
}

/** The signing key is read again after this time, so a newer one signs in every process. */
const keptForMs = 60_000

/** Returns a function that signs ID tokens for proven addresses; `audience` names the identity provider. */
export function openSigner({ db, config }: Pick<Services, 'db' | 'config'>, audience: string) {
  // jose imports a key once per object.
  const kept = new LRUCache<'newest', JWK>({
    max: 1,
    ttl: keptForMs,
    fetchMethod: async () => (await signingKeys(db))[0],
  })
  return async (proof: Proof) =>
    signProof((await kept.fetch('newest')) as JWK, {
      issuer: issuerOf(config),
      audience,
      minutesValid,
      ...proof,
    })
}

/** Returns the keys, newest first; the first process that needs one creates it. */
async function signingKeys(db: Db): Promise<JWK[]> {
  const known = await findKeys(db)
  if (known.length > 0) return known
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const keyId = randomUUID()
  const jwk = { ...(await exportJWK(privateKey)), kid: keyId, alg: algorithm, use: 'sig' }
  // Two processes may each create one. Both are published, so tokens of either are valid.
  await db
    .insertInto('identityKeys')
    .values({ keyId, privateJwk: JSON.stringify(jwk) })
    .execute()
  return findKeys(db)
}

async function findKeys(db: Db): Promise<JWK[]> {
  const rows = await db.selectFrom('identityKeys').select('privateJwk').orderBy('createdAt', 'desc').execute()
  return rows.map((row) => row.privateJwk as JWK)
}

export function issuerOf({ publicUrl }: Config): string {
  return `${publicUrl}/api/identity`
}
