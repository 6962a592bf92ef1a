import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

// Also runs in `verify.mjs`: no database.

/** The holder of a credential: the hash of an email with a salt. Source: Open Badges 3.0, section B.1.14 (IdentityObject). */
const Holder = z.object({ identityHash: z.string(), salt: z.string() })
export type Holder = z.output<typeof Holder>

const Held = z.object({ credentialSubject: z.object({ identifier: z.tuple([Holder], z.unknown()) }) })

/** Returns the hash of an email in a credential. */
export function identityHashOf(email: string, salt: string): string {
  return `sha256$${createHash('sha256')
    .update(email + salt)
    .digest('hex')}`
}

/** Returns the holder that a credential names; undefined if it names none. */
export function holderOf(credential: unknown): Holder | undefined {
  return z.safeParse(Held, credential).data?.credentialSubject.identifier[0]
}

/** Returns whether a credential was issued to an email. */
export function isHolder({ identityHash, salt }: Holder, email: string): boolean {
  return identityHash === identityHashOf(email, salt)
}
