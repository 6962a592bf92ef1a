import { randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { SignJWT } from 'jose'

export const algorithm = 'ES256' as const
/** RFC 8176's name for a typed password. */
export const passwordMethod = 'pwd'

/** Our own ID token's content: who proved which address, when and how. */
export interface Claims {
  issuer: string
  audience: string
  subject: string
  email: string
  provenAt: Date
  provenBy: 'link' | 'password'
  minutesValid: number
}

/** Signs a proof as an ID token, with the claims of any OpenID provider. */
export async function signProof(
  key: JWK,
  { issuer, audience, subject, email, provenAt, provenBy, minutesValid }: Claims,
): Promise<string> {
  const now = Math.floor(provenAt.getTime() / 1000)
  // In milliseconds: within a second, a proof may be voided and repeated.
  const claims = { email, email_verified: true, auth_time: provenAt.getTime() / 1000 }
  return new SignJWT({ ...claims, amr: [provenBy === 'password' ? passwordMethod : 'otp'] })
    .setProtectedHeader({ alg: algorithm, kid: key.kid as string })
    .setSubject(subject)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + minutesValid * 60)
    .setJti(randomUUID())
    .sign(key)
}
