import { pastedEmail } from '#contract/core/email-addresses.ts'

/** Returns the hash by which a door finds an email in its list: SHA-256 of salt and email, the first 16 hex digits. The email may be pasted. */
export async function emailHash(salt: string, email: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${salt} ${pastedEmail(email)}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
