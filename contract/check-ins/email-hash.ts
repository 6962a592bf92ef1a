/** Returns the hash by which a door finds an email in its list: SHA-256 of salt and lower-case email, the first 16 hex digits. */
export async function emailHash(salt: string, email: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${salt} ${email.trim().toLowerCase()}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
