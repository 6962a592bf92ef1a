import { randomUUID } from 'node:crypto'
import type { JSONWebKeySet, JWK } from 'jose'
import { exportJWK, generateKeyPair } from 'jose'
import type { Config } from '#server/config.ts'
import type { Proof } from '#server/core/identity/sign-id-token.ts'
import { algorithm, signProof } from '#server/core/identity/sign-id-token.ts'
import type { Db, Services } from '#server/services.ts'

export const audience = 'ia-renewal-portal'
/** Of those who have proven themselves at Firebase: the embedded provider, which knows no such subject, believes none of them. */
export const hostedAudience = 'ia-renewal-portal-by-firebase'
const minutesValid = 10

/** The public half of every key, as JWKS. */
export async function publicKeys(db: Db): Promise<JSONWebKeySet> {
  const keys = await signingKeys(db)
  return { keys: keys.map(({ d: _private, ...publicJwk }) => publicJwk) }
}

/** An ID token for somebody who has proven an address; `audience` says at which provider. */
export async function signIdToken(
  { db, config }: Pick<Services, 'db' | 'config'>,
  proof: Pick<Proof, 'subject' | 'email' | 'provenAt' | 'provenBy'> & Partial<Pick<Proof, 'audience'>>,
): Promise<string> {
  const [key] = await signingKeys(db)
  return signProof(key as JWK, {
    issuer: issuerOf(config),
    audience,
    minutesValid,
    ...proof,
  })
}

/** The newest key first; the first process that needs one makes it. */
async function signingKeys(db: Db): Promise<JWK[]> {
  const known = await findKeys(db)
  if (known.length > 0) return known
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const keyId = randomUUID()
  const jwk = { ...(await exportJWK(privateKey)), kid: keyId, alg: algorithm, use: 'sig' }
  // Two processes may each make one: both are published, so tokens of either are believed.
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
