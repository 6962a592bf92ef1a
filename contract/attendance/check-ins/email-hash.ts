import { pastedEmail } from '#contract/core/email-addresses.ts'

/**
 * Returns the hash of an email in a door's list: the first 16 hex digits of SHA-256 of salt and email. The
 * email may be pasted.
 */
export async function emailHash(salt: string, email: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${salt} ${pastedEmail(email)}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
