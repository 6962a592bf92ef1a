import { hash } from 'node:crypto'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { Refusal } from '../http/refusal.ts'
import { passwordMethod } from './sign-id-token.ts'

/** What an ID token proves: this address, by this subject of this issuer, when and how. */
export interface ProvenIdentity {
  issuer: string
  subject: string
  /** In lower case. */
  email: string
  provenAt: Date
  /** Whatever does not say 'password' counts as the lesser proof. */
  provenBy: 'link' | 'password'
  /** SHA-256 of the token without its signature, which somebody else can write in another way. */
  proofHash: Buffer
}

export interface IdentityProvider {
  issuer: string
  audience: string
  /** Its published keys: an address, or a function that gives the key set of a provider in this process. */
  keys: URL | (() => Promise<JSONWebKeySet>)
}

export type VerifyIdToken = (idToken: string) => Promise<ProvenIdentity>

/** How long after the person proved themselves a token buys a session. */
const freshForSeconds = 600
const clockToleranceSeconds = 30

/** The one place that believes an ID token: signature, issuer, audience, age, verified email. Refuses with IDENTITY_NOT_PROVEN. */
export function idTokenVerifier(
  { issuer, audience, keys }: IdentityProvider,
  clock: () => Date,
): VerifyIdToken {
  const keySet: JWTVerifyGetKey = keys instanceof URL ? createRemoteJWKSet(keys) : keptKeySet(keys)
  return async (idToken) => {
    const currentDate = clock()
    const { payload } = await jwtVerify(idToken, keySet, {
      issuer,
      audience,
      algorithms: ['ES256', 'RS256'],
      currentDate,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['sub', 'exp', 'auth_time'],
    }).catch((problem: unknown) => {
      if (problem instanceof errors.JOSEError) throw new Refusal('IDENTITY_NOT_PROVEN')
      throw problem
    })
    const age = currentDate.getTime() / 1000 - Number(payload.auth_time)
    const isProven = payload.email_verified === true && typeof payload.email === 'string' && payload.sub
    if (!isProven || !(age <= freshForSeconds + clockToleranceSeconds))
      throw new Refusal('IDENTITY_NOT_PROVEN')
    return {
      issuer,
      subject: payload.sub as string,
      email: (payload.email as string).toLowerCase(),
      provenAt: new Date(Math.round(Number(payload.auth_time) * 1000)),
      provenBy: Array.isArray(payload.amr) && payload.amr.includes(passwordMethod) ? 'password' : 'link',
      proofHash: hash('sha256', idToken.slice(0, idToken.lastIndexOf('.')), 'buffer'),
    }
  }
}

/** Imports the keys once; a key that isn't among them is looked for anew, for another process may have made it. */
function keptKeySet(load: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let kept: JWTVerifyGetKey | undefined
  return async (header, token) => {
    kept ??= createLocalJWKSet(await load())
    try {
      return await kept(header, token)
    } catch (problem) {
      if (!(problem instanceof errors.JWKSNoMatchingKey)) throw problem
      kept = createLocalJWKSet(await load())
      return kept(header, token)
    }
  }
}
