/** Returns true if this browser supports passkeys, and for a pre-rendered page. */
export function knowsPasskeys(): boolean {
  return import.meta.env.SSR || 'PublicKeyCredential' in globalThis
}

/** Returns true if this device can store a passkey behind a finger, a face or a PIN. */
export async function canKeepPasskey(): Promise<boolean> {
  if (!knowsPasskeys()) return false
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}
