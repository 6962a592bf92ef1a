import { createHash } from 'node:crypto'
import type { JWK } from 'jose'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import { isLocalName } from '#server/core/http/loopback.ts'

// Also runs in `verify.mjs`: no database.

/** Returns an RSA public key's SHA-256 fingerprint, hexadecimal: its JWK thumbprint. Source: RFC 7638. */
export function fingerprintOf({ e, kty, n }: JWK): string {
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('hex')
}

/** Returns the origin of a did:web's portal; undefined for other text. Localhost is asked without TLS. */
export function originOf(did: string): string | undefined {
  try {
    const { hostname, origin } = new URL(`https://${decodeURIComponent(did.replace('did:web:', ''))}`)
    if (didOf(origin) !== did) return undefined
    return isLocalName(hostname) ? origin.replace('https:', 'http:') : origin
  } catch {
    return undefined
  }
}

/** Returns the address of a portal's published keys. */
export function keysAddressOf(origin: string): string {
  return `${origin}/.well-known/did.json`
}
