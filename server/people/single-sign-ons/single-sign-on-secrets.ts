import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { SignOnChecks } from '#server/core/single-sign-on/single-sign-on.ts'

/** A sign-in at the provider takes at most this long. */
export const minutesToSignOn = 10

/** One sign-in at the provider, as the browser's cookie keeps it. */
interface Begun {
  expiresAt: Date
  /** The provider was told to ask again. */
  asksAgain: boolean
}

/** Returns the cookie of a new sign-in: when it expires, if the provider asks again, and 256 random bits. */
export function newCookie({ expiresAt, asksAgain }: Begun): string {
  return [expiresAt.getTime(), asksAgain ? 1 : 0, randomBytes(32).toString('base64url')].join('_')
}

/** Reads a cookie. Its content is genuine only if the provider's answer has the state that `checksOf` derives. */
export function readCookie(cookie: string): Begun {
  const [expires = '', asksAgain] = cookie.split('_')
  return { expiresAt: new Date(Number(expires) || 0), asksAgain: asksAgain === '1' }
}

/**
 * Derives state, nonce and code verifier from a cookie and the client secret. Only the portal can, so nothing
 * is stored: an answer fits the one browser that began.
 */
export function checksOf(cookie: string, clientSecret: string): SignOnChecks {
  const key = derivedKey(clientSecret, 'sign-in')
  const derived = (use: string) => createHmac('sha256', key).update(`${use}:${cookie}`).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

/** Encrypts a refresh token for the database. The key comes from the client secret, which is not in it. */
export function encryptToken(token: string, clientSecret: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(token))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(derivedKey(clientSecret, 'refresh-tokens'))
}

/** Returns a stored refresh token; undefined after a change of the client secret. */
export async function decryptToken(stored: string, clientSecret: string): Promise<string | undefined> {
  try {
    const { plaintext } = await compactDecrypt(stored, derivedKey(clientSecret, 'refresh-tokens'))
    return Buffer.from(plaintext).toString()
  } catch {
    return undefined
  }
}

function derivedKey(clientSecret: string, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', clientSecret, '', `single sign-on: ${use}`, 32))
}
