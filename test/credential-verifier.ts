import { createPublicKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

// A verifier as anybody may write one, from the standards alone. It shares no code with the portal.

/** Answers a GET request. */
export type Fetch = (url: string) => Promise<{ status: number; body: string }>

// biome-ignore lint/suspicious/noExplicitAny: whatever was signed
type Claims = any

class Invalid extends Error {}

/**
 * Verifies an Open Badges 3.0 credential in the format VC-JWT: signature, claims, validity and status. Trusts only the keys
 * that its issuer publishes by did:web. Returns 'valid' or the reason why not.
 */
export async function verifyCredential(jwt: string, fetch: Fetch, now: Date): Promise<string> {
  try {
    const badge = await verified(jwt, fetch, now)
    expected(badge.type.includes('OpenBadgeCredential'), 'it is no Open Badge')
    expected(badge.sub === badge.credentialSubject.id, 'the claim sub is wrong')
    await checkStatus(badge, fetch, now)
    return 'valid'
  } catch (problem) {
    if (problem instanceof Invalid) return problem.message
    throw problem
  }
}

/** Returns the header and the claims of a JWT, unverified. */
export function decoded(jwt: string): { header: Claims; claims: Claims } {
  const [header = '', claims = ''] = jwt.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header: read(header), claims: read(claims) }
}

/** Returns the claims of a signed credential. Refuses it if its signature, its claims or its time are wrong. */
async function verified(jwt: string, fetch: Fetch, now: Date): Promise<Claims> {
  const { header, claims } = decoded(jwt)
  const key = await keyOf(header, claims.iss, fetch)
  const at = jwt.lastIndexOf('.')
  const signature = Buffer.from(jwt.slice(at + 1), 'base64url')
  expected(verify('sha256', Buffer.from(jwt.slice(0, at)), key, signature), 'the signature is wrong')
  expected(claims.iss === (claims.issuer.id ?? claims.issuer), 'the claim iss is wrong')
  expected(claims.jti === claims.id, 'the claim jti is wrong')
  expected(claims.nbf * 1000 === Date.parse(claims.validFrom), 'the claim nbf is wrong')
  expected(claims.nbf * 1000 <= now.getTime(), 'it is not valid yet')
  const until = claims.exp && claims.exp * 1000
  expected(until === (claims.validUntil && Date.parse(claims.validUntil)), 'the claim exp is wrong')
  expected(until === undefined || now.getTime() < until, 'it has expired')
  return claims
}

async function keyOf({ alg, kid }: Claims, issuer: string, fetch: Fetch) {
  expected(alg === 'RS256', 'the algorithm is not RS256')
  const [method, name, host = ''] = issuer.split(':')
  expected(method === 'did' && name === 'web' && kid.startsWith(`${issuer}#`), 'the key is not the issuer’s')
  const { status, body } = await fetch(`https://${decodeURIComponent(host)}/.well-known/did.json`)
  expected(status === 200, 'the issuer publishes no keys')
  const document = JSON.parse(body)
  const published = document.verificationMethod.find(({ id }: { id: string }) => id === kid)
  const isFound = document.id === issuer && published && document.assertionMethod.includes(kid)
  expected(isFound, 'the issuer does not publish the key')
  return createPublicKey({ key: published.publicKeyJwk, format: 'jwk' })
}

async function checkStatus({ iss, credentialStatus }: Claims, fetch: Fetch, now: Date): Promise<void> {
  const { type, statusPurpose, statusListIndex, statusListCredential } = credentialStatus
  expected(type === 'BitstringStatusListEntry', 'its status is of an unknown type')
  const { status, body } = await fetch(statusListCredential)
  expected(status === 200, 'its status list is not to be had')
  const list = await verified(body, fetch, now)
  const { encodedList, ...subject } = list.credentialSubject
  const isRight = list.iss === iss && list.id === statusListCredential
  expected(isRight && list.type.includes('BitstringStatusListCredential'), 'its status list is another one')
  expected(subject.statusPurpose === statusPurpose, 'its status list has another purpose')
  expected(encodedList.startsWith('u'), 'its status list is not in base64url')
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  const index = Number(statusListIndex)
  expected(bits.length * 8 >= 131_072 && index < bits.length * 8, 'its status list is too short')
  const bit = ((bits[index >> 3] ?? 0) >> (7 - (index & 7))) & 1
  expected(bit === 0, 'it was revoked')
}

function expected(isSo: unknown, otherwise: string): asserts isSo {
  if (!isSo) throw new Invalid(otherwise)
}
