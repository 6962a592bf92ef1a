import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, for a link or a bearer: base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What a secret is kept as and known by: who reads the database can't use it. */
export function hashOfSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
