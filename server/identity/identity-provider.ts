import type { Identity } from '#server/platform/identity/identity.ts'
import { idTokenVerifier } from '#server/platform/identity/verify-id-token.ts'
import type { Tx } from '#server/services.ts'
import { forgetAddress, linkToPassword, refuseOldProof } from './identity.ts'
import { audience, issuerOf, publicKeys } from './identity-tokens.ts'
import type { IdentityServices } from './routes.ts'
import { serveIdentity } from './routes.ts'

/** The identity provider of this house: verified like any other, and answering below `/api/identity`. */
export function embeddedIdentity(services: IdentityServices): Identity<Tx> {
  const { config, db, clock } = services
  const provider = { issuer: issuerOf(config), audience, keys: () => publicKeys(db) }
  return {
    verify: idTokenVerifier(provider, clock),
    confirm: refuseOldProof,
    forget: forgetAddress,
    linkToPassword: (tx, email) => linkToPassword({ tx, clock, config }, email),
    serve: (gate, people) => serveIdentity(gate, services, people),
  }
}
