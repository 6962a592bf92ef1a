import { calculateJwkThumbprint } from 'jose'
import { expect, test } from 'vitest'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import { fingerprintOf, originOf } from './signing-key-names.ts'

test.each([
  ['https://portal.example.com', 'did:web:portal.example.com'],
  ['https://portal.example.com:8443', 'did:web:portal.example.com%3A8443'],
  ['http://localhost:3000', 'did:web:localhost%3A3000'],
  ['http://127.0.0.1:3000', 'did:web:127.0.0.1%3A3000'],
  ['http://[::1]:3000', 'did:web:%5B%3A%3A1%5D%3A3000'],
])('the portal at %s is %s, and the other way round', (origin, did) => {
  expect([didOf(origin), originOf(did)]).toEqual([did, origin])
})

test('a portal on another machine is asked with TLS', () => {
  expect(originOf(didOf('http://portal.example.com:3000'))).toBe('https://portal.example.com:3000')
})

test.each([
  '',
  'portal.example.com',
  'did:key:z6Mk',
  'did:web:',
  'did:web:portal.example.com:admin',
  'did:web:portal.example.com%2Fadmin',
  'did:web:somebody%40portal.example.com',
  'did:web:portal.example.com#key',
  'did:web:%FF',
])('%j names no portal', (did) => {
  expect(originOf(did)).toBe(undefined)
})

test('the fingerprint of a key is its JWK thumbprint, without what else the key says', async () => {
  const key = { kty: 'RSA', n: 'xGOr-H7A', e: 'AQAB' }
  const thumbprint = Buffer.from(await calculateJwkThumbprint(key), 'base64url').toString('hex')
  expect(fingerprintOf({ ...key, kid: 'did:web:portal.example.com#key' })).toBe(thumbprint)
})
