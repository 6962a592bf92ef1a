import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

// Also runs in `verify.mjs`: no database.

/** A credential's holder: a salted hash of an email. Source: Open Badges 3.0, section B.1.14 (IdentityObject). */
const Holder = z.object({ identityHash: z.string(), salt: z.string() })
export type Holder = z.output<typeof Holder>

const Held = z.object({ credentialSubject: z.object({ identifier: z.tuple([Holder], z.unknown()) }) })

/** Returns an email's hash in a credential. */
export function identityHashOf(email: string, salt: string): string {
  return `sha256$${createHash('sha256')
    .update(email + salt)
    .digest('hex')}`
}

/** Returns a credential's holder; undefined if it names none. */
export function holderOf(credential: unknown): Holder | undefined {
  return z.safeParse(Held, credential).data?.credentialSubject.identifier[0]
}

/** Returns true if a credential was issued to an email. */
export function isHolder({ identityHash, salt }: Holder, email: string): boolean {
  return identityHash === identityHashOf(email, salt)
}
