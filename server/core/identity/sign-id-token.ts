import { randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { importJWK, SignJWT } from 'jose'

export const algorithm = 'ES256' as const
/** How RFC 8176 writes that somebody has typed a password. */
export const passwordMethod = 'pwd'

/** What an ID token of this house says: who has proven which address, when and how. */
export interface Proof {
  issuer: string
  audience: string
  subject: string
  email: string
  provenAt: Date
  provenBy: 'link' | 'password'
  minutesValid: number
}

/** Signs a proof as an ID token, in the claims that any OpenID provider writes. */
export async function signProof(
  key: JWK,
  { issuer, audience, subject, email, provenAt, provenBy, minutesValid }: Proof,
): Promise<string> {
  const now = Math.floor(provenAt.getTime() / 1000)
  // To the millisecond: within one second somebody may prove an address, have the proof voided, and prove it anew.
  const claims = { email, email_verified: true, auth_time: provenAt.getTime() / 1000 }
  return new SignJWT({ ...claims, amr: [provenBy === 'password' ? passwordMethod : 'otp'] })
    .setProtectedHeader({ alg: algorithm, kid: key.kid as string })
    .setSubject(subject)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + minutesValid * 60)
    .setJti(randomUUID())
    .sign(await importJWK(key, algorithm))
}
