import { randomUUID } from 'node:crypto'
import type { JWK, JWTHeaderParameters, JWTPayload } from 'jose'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { FakeAnswer } from './http-faults.ts'

/** Keys like Google's, which sign ID tokens in its place. */
export interface FirebaseKeys {
  /** Signs an ID token's payload as it is. */
  sign(payload: JWTPayload, header?: Partial<JWTHeaderParameters>, by?: JWK): Promise<string>
  /** Returns the current signing key. */
  key(): JWK
  /** Signs with another key from now on, and publishes only that one. */
  rotate(): Promise<void>
  /** Answers like Google's address of keys. */
  published(): FakeAnswer
}

/** The seconds that Google lets its keys be cached. */
const maxAgeSeconds = 20_000

export async function openFirebaseKeys(): Promise<FirebaseKeys> {
  let key = await newKey()
  return {
    sign: async (payload, header, by = key) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid: by.kid as string, typ: 'JWT', ...header })
        .sign(await importJWK(by, 'RS256')),
    key: () => key,
    async rotate() {
      key = await newKey()
    },
    published() {
      const { kty, n, e, kid, alg, use } = key
      const headers = { 'cache-control': `public, max-age=${maxAgeSeconds}, must-revalidate, no-transform` }
      return { status: 200, headers, body: { keys: [{ kty, n, e, kid, alg, use }] } }
    },
  }
}

/** Generates an unrelated key pair. */
export async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}
