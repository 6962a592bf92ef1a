import { fetchCode } from '#web/core/code.ts'
import type { Visit } from '#web/core/mailed-code.ts'
import { codeInFragment } from '#web/core/mailed-code.ts'

/**
 * Fetches the calls that prove identity, for any identity provider. They need the contract's schemas, which
 * the sign-in pages do without until something is sent.
 */
export function identityProvider(): Promise<typeof import('./provider-calls.ts')> {
  return fetchCode(() => import('./provider-calls.ts'))
}

/** Returns the code in an emailed link's address. Firebase writes it into the query. */
export function codeInLink(address: Visit['location']): string | undefined {
  return codeInFragment(address) ?? (new URLSearchParams(address.searchStr).get('oobCode') || undefined)
}
