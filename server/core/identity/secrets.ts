import { hash, randomBytes } from 'node:crypto'

/** Returns 256 random bits as base64url, for a link or a bearer token. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash under which a secret is stored, useless to readers of the database. */
export function hashOfSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
