import { createHash } from 'node:crypto'
import type { JWK } from 'jose'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import { isLocalName } from '#server/core/http/loopback.ts'

// Also runs in `verify.mjs`: no database.

/** Returns the SHA-256 fingerprint of a public key of RSA, hexadecimal: the digest of its JWK thumbprint. Source: RFC 7638. */
export function fingerprintOf({ e, kty, n }: JWK): string {
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('hex')
}

/** Returns the origin of the portal that a did:web names; undefined for another text. The reader's own machine is asked without TLS. */
export function originOf(did: string): string | undefined {
  try {
    const { hostname, origin } = new URL(`https://${decodeURIComponent(did.replace('did:web:', ''))}`)
    if (didOf(origin) !== did) return undefined
    return isLocalName(hostname) ? origin.replace('https:', 'http:') : origin
  } catch {
    return undefined
  }
}

/** Returns the address of the keys that a portal publishes. */
export function keysAddressOf(origin: string): string {
  return `${origin}/.well-known/did.json`
}
