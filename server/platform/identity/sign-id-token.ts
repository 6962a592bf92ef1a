import { randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { importJWK, SignJWT } from 'jose'

export const algorithm = 'ES256'

/** What an ID token of this house says: who has proven which address, and when. */
export interface Proof {
  issuer: string
  audience: string
  subject: string
  email: string
  provenAt: Date
  minutesValid: number
}

/** Signs a proof as an ID token, in the claims that any OpenID provider writes. */
export async function signProof(
  key: JWK,
  { issuer, audience, subject, email, provenAt, minutesValid }: Proof,
): Promise<string> {
  const now = Math.floor(provenAt.getTime() / 1000)
  return new SignJWT({ email, email_verified: true, auth_time: now })
    .setProtectedHeader({ alg: algorithm, kid: key.kid as string })
    .setSubject(subject)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + minutesValid * 60)
    .setJti(randomUUID())
    .sign(await importJWK(key, algorithm))
}
