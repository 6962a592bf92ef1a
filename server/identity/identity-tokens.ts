import { randomUUID } from 'node:crypto'
import type { JSONWebKeySet, JWK } from 'jose'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { Config } from '#server/config.ts'
import type { IdentityProvider } from '#server/platform/identity/verify-id-token.ts'
import type { Db, Services } from '#server/services.ts'

const algorithm = 'ES256'
const audience = 'ia-renewal-portal'
const minutesValid = 10

/** The embedded provider as the verifier sees any provider: issuer, audience, published keys. */
export function embeddedProvider({ publicUrl }: Config, db: Db): IdentityProvider {
  return { issuer: issuerOf(publicUrl), audience, keys: () => publicKeys(db) }
}

/** The public half of every key, as JWKS. */
export async function publicKeys(db: Db): Promise<JSONWebKeySet> {
  const keys = await signingKeys(db)
  return { keys: keys.map(({ d: _private, ...publicJwk }) => publicJwk) }
}

/** An ID token for somebody who has just proven an address. */
export async function signIdToken(
  { db, config, clock }: Services,
  subject: string,
  email: string,
): Promise<string> {
  const [jwk] = await signingKeys(db)
  const now = Math.floor(clock().getTime() / 1000)
  return new SignJWT({ email, email_verified: true, auth_time: now })
    .setProtectedHeader({ alg: algorithm, kid: jwk?.kid as string })
    .setSubject(subject)
    .setIssuer(issuerOf(config.publicUrl))
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + minutesValid * 60)
    .setJti(randomUUID())
    .sign(await importJWK(jwk as JWK, algorithm))
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
    .insertInto('identity_keys')
    .values({ key_id: keyId, private_jwk: JSON.stringify(jwk) })
    .execute()
  return findKeys(db)
}

async function findKeys(db: Db): Promise<JWK[]> {
  const rows = await db
    .selectFrom('identity_keys')
    .select('private_jwk')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => row.private_jwk as JWK)
}

function issuerOf(publicUrl: string): string {
  return `${publicUrl}/api/identity`
}
