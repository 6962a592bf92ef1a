/** Whether this browser knows passkeys at all; a page that is drawn beforehand is for one that does. */
export function knowsPasskeys(): boolean {
  return import.meta.env.SSR || 'PublicKeyCredential' in globalThis
}

/** Whether this very device can keep one, behind a finger, a face or a PIN. */
export async function canKeepPasskey(): Promise<boolean> {
  if (!knowsPasskeys()) return false
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}
