import { randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findKeys } from './queries.ts'
import { fingerprintOf } from './signing-key-names.ts'

/** Open Badges 3.0 asks for it. The same key gives the same bytes. */
const algorithm = 'RS256'

/** The days that a key signs. */
const daysOfUse = 365

/** A credential to sign, with all its properties. Instants are cut to whole seconds, as in a JWT. */
export interface Credential {
  [property: string]: unknown
  id: string
  validFrom: Date
  validUntil?: Date
  credentialSubject: { [property: string]: unknown; id: string }
}

type Signing = Pick<Work, 'tx' | 'config' | 'clock'>

/**
 * Signs a credential as a compact JWS; the JWT's claims repeat its properties. Returns it with the signing
 * key. Sources: Open Badges 3.0, section 8.2; Securing Verifiable Credentials using JOSE and COSE.
 */
export function signCredential(
  work: Signing,
  { validFrom, validUntil, ...says }: Credential,
): Promise<{ keyId: string; jws: string }> {
  const [nbf, exp] = [secondsOf(validFrom), validUntil && secondsOf(validUntil)]
  return sign(work, {
    ...says,
    validFrom: new Date(nbf * 1000).toISOString(),
    ...(exp && { validUntil: new Date(exp * 1000).toISOString(), exp }),
    jti: says.id,
    sub: says.credentialSubject.id,
    nbf,
  })
}

/** A key with its private half. */
export type SigningKey = Awaited<ReturnType<typeof currentKey>>

/** Returns the current signing key; creates the first one. */
export async function currentKey({ tx, clock }: Pick<Work, 'tx' | 'clock'>) {
  const [{ keyId, privateJwk } = await makeKey(tx, clock())] = await findKeys(tx)
  return { keyId, privateJwk: privateJwk as JWK, fingerprint: fingerprintOf(privateJwk as JWK) }
}

/**
 * Signs claims as a compact JWS with the portal's DID as issuer, by default with the current key. Returns it
 * with the signing key.
 */
export async function sign(
  work: Signing,
  says: Record<string, unknown>,
  given?: SigningKey,
): Promise<{ keyId: string; jws: string }> {
  const { keyId, privateJwk } = given ?? (await currentKey(work))
  const did = didOf(work.config.publicUrl)
  // Without the key itself: a verifier that trusts the header would accept any forgery.
  const header = { alg: algorithm, typ: 'JWT', kid: `${did}#${keyId}` }
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify({ ...says, iss: did })))
    .setProtectedHeader(header)
    .sign(privateJwk)
  return { keyId, jws }
}

function secondsOf(instant: Date) {
  return Math.floor(instant.getTime() / 1000)
}

/** Creates a key when the newest one has signed for a year. May run twice. */
export async function rotateSigningKey({ tx, clock }: Work) {
  const [newest] = await findKeys(tx)
  const dueAt = (newest?.createdAt.getTime() ?? 0) + daysOfUse * 86_400_000
  if (newest && clock().getTime() >= dueAt) await makeKey(tx, clock())
}

async function makeKey(tx: Tx, now: Date) {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  // If two processes run at the same time, the second one takes the first one's key.
  await sql`select pg_advisory_xact_lock(hashtext('signing keys'))`.execute(tx)
  const [newest] = await findKeys(tx)
  if (newest && now.getTime() < newest.createdAt.getTime() + daysOfUse * 86_400_000) return newest
  const key = { keyId: randomUUID(), privateJwk: await exportJWK(privateKey), createdAt: now }
  await tx
    .insertInto('signingKeys')
    .values({ ...key, privateJwk: JSON.stringify(key.privateJwk) })
    .execute()
  return key
}
