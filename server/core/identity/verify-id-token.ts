import { hash } from 'node:crypto'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import { Refusal } from '#server/core/http/refusal.ts'
import { passwordMethod } from './sign-id-token.ts'

/** An ID token's proof of an address: by this subject of this issuer, when and how. */
export interface ProvenIdentity {
  issuer: string
  subject: string
  /** In lower case. */
  email: string
  provenAt: Date
  /** Everything but 'password' counts as the weaker proof. */
  provenBy: 'link' | 'password'
  /** SHA-256 of the token without its signature, which others can spell differently. */
  proofHash: Buffer
}

export interface IdentityProvider {
  issuer: string
  audience: string
  algorithm: 'ES256' | 'RS256'
  keySet: JWTVerifyGetKey
}

export type VerifyIdToken = (idToken: string) => Promise<ProvenIdentity>

/** The seconds after the proof in which a token can start a session. */
const freshForSeconds = 600
const clockToleranceSeconds = 30

/**
 * Verifies an ID token, in one place only: signature, issuer, audience, age, verified email. Refuses with
 * IDENTITY_NOT_PROVEN. A renewed token of an old sign-in starts no session, but keeps one alive.
 */
export function idTokenVerifier(
  { issuer, audience, algorithm, keySet }: IdentityProvider,
  clock: () => Date,
  { isRenewed = false } = {},
): VerifyIdToken {
  const oldestSeconds = isRenewed ? Number.POSITIVE_INFINITY : freshForSeconds + clockToleranceSeconds
  return async (idToken) => {
    const currentDate = clock()
    const { payload } = await jwtVerify(idToken, keySet, {
      issuer,
      audience,
      algorithms: [algorithm],
      currentDate,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['sub', 'exp', 'auth_time'],
    }).catch((problem: unknown) => {
      if (problem instanceof errors.JOSEError) throw new Refusal('IDENTITY_NOT_PROVEN')
      throw problem
    })
    const [age, sinceIssued] = [payload.auth_time, payload.iat ?? payload.auth_time].map(
      (at) => currentDate.getTime() / 1000 - Number(at),
    ) as [number, number]
    const isOfNow = age <= oldestSeconds && Math.min(age, sinceIssued) >= -clockToleranceSeconds
    const isProven = payload.email_verified === true && typeof payload.email === 'string' && payload.sub
    if (!isProven || !isOfNow) throw new Refusal('IDENTITY_NOT_PROVEN')
    return {
      issuer,
      subject: payload.sub as string,
      email: (payload.email as string).toLowerCase(),
      provenAt: new Date(Math.round(Number(payload.auth_time) * 1000)),
      provenBy: Array.isArray(payload.amr) && payload.amr.includes(passwordMethod) ? 'password' : 'link',
      proofHash: proofHashOf(idToken),
    }
  }
}

/** Returns an ID token's identifying hash: SHA-256 without its signature. */
export function proofHashOf(idToken: string): Buffer {
  return hash('sha256', idToken.slice(0, idToken.lastIndexOf('.')), 'buffer')
}

/**
 * Returns an identity provider's keys, imported once per process. Unknown keys are looked up again, because
 * another process may have created them.
 */
export function keptKeySet(load: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
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
