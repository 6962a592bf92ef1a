import { inBatches } from '#server/core/db/batches.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Identity, People } from '#server/core/identity/identity.ts'
import type { IdentityCalls } from '#server/core/identity/identity-calls.ts'
import { hashPassword } from '#server/core/identity/passwords.ts'
import { algorithm } from '#server/core/identity/sign-id-token.ts'
import { idTokenVerifier, keptKeySet } from '#server/core/identity/verify-id-token.ts'
import type { Services, Tx } from '#server/services.ts'
import { write } from '#server/work.ts'
import {
  forgetAddress,
  linkToPassword,
  proveByLinks,
  proveByPassword,
  refuseOldProof,
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
} from './identity.ts'
import type { Redemption } from './identity-codes.ts'
import { audience, issuerOf, openSigner, publicKeys } from './identity-tokens.ts'

type IdentityServices = Pick<
  Services,
  'config' | 'db' | 'jobs' | 'follow' | 'notifications' | 'clock' | 'log'
>

/** Opens the embedded identity provider; its tokens are verified like any other's. */
export function embeddedIdentity(services: IdentityServices): Identity<Tx> {
  const { config, db, clock } = services
  const provider = { issuer: issuerOf(config), audience, algorithm, keySet: keptKeySet(() => publicKeys(db)) }
  return {
    verify: idTokenVerifier(provider, clock),
    confirm: refuseOldProof,
    forget: forgetAddress,
    linkToPassword: (tx, email) => linkToPassword({ tx, clock, config }, email),
    calls: (people) => embeddedCalls(services, people),
    health: () => ({ awaySince: null }),
    close: () => undefined,
  }
}

function embeddedCalls(services: IdentityServices, people: People<Tx>): IdentityCalls {
  const sign = openSigner(services, audience)
  const redeem = inBatches((given: Redemption[]) =>
    write(services, undefined, (work) => proveByLinks(work, given)),
  )
  return {
    sendSignInLink: async (email, { caller, ...options } = {}) => {
      const isKnown = (await people.roleOf(email)) !== undefined
      await write(services, caller, (work) => sendSignInLink(work, email, { isKnown, ...options }))
    },
    async signInWithLink(email, code) {
      const proven = await redeem({ email, code })
      if (!proven) throw new Refusal('LINK_SPENT')
      return { idToken: await sign(proven.proof), profile: proven.profile }
    },
    signInWithPassword: async (email, password) => sign(await proveByPassword(services, email, password)),
    sendPasswordReset: (email) => write(services, undefined, (work) => sendPasswordReset(work, email)),
    async resetPassword({ email, code, password }) {
      const passwordHash = await hashPassword(password)
      await write(services, undefined, (work) => resetPassword(work, people, { email, code, passwordHash }))
    },
  }
}
