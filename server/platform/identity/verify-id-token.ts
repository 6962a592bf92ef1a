import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { Refusal } from '../http/refusal.ts'

/** What an ID token proves: this address, by this subject of this issuer. */
export interface ProvenIdentity {
  issuer: string
  subject: string
  /** In lower case. */
  email: string
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

/** The one place that believes an ID token: signature, issuer, audience, age, verified e-mail. Refuses with IDENTITY_NOT_PROVEN. */
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
    return { issuer, subject: payload.sub as string, email: (payload.email as string).toLowerCase() }
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
