import { randomUUID } from 'node:crypto'
import type { JWK, JWTHeaderParameters, JWTPayload } from 'jose'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { FakeAnswer } from './http-faults.ts'

/** Keys like Google's, which sign ID tokens in its place. */
export interface FirebaseKeys {
  /** Signs what is in an ID token as it is. */
  sign(payload: JWTPayload, header?: Partial<JWTHeaderParameters>, by?: JWK): Promise<string>
  /** The key that signs now. */
  key(): JWK
  /** Another key signs from now on, and is published alone. */
  rotate(): Promise<void>
  /** What Google answers where its keys are. */
  published(): FakeAnswer
}

/** For so long Google lets its keys be kept. */
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

/** A pair of keys of anybody's. */
export async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}
