import * as signingKeys from '#contract/foundation/signing-keys/calls.ts'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { findPublicKeys } from './queries.ts'
import { keysAddressOf } from './signing-key-names.ts'

/** Serves the portal's DID document: the public keys to verify what it signed. Source: the did:web method. */
export default noun({
  calls: [signingKeys],
  serve(gate, { db, config }) {
    serve(gate, signingKeys.getSigningKeys, async () => {
      const keys = await findPublicKeys(db)
      return {
        address: keysAddressOf(config.publicUrl),
        keys: keys.map(({ fingerprint, createdAt }) => ({ fingerprint, since: createdAt })),
      }
    })
    gate.app.get('/.well-known/did.json', { schema: { hide: true } }, async (_request, reply) => {
      const did = didOf(config.publicUrl)
      const keys = await findPublicKeys(db)
      return reply
        .type('application/did+json')
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'public, max-age=300')
        .send({
          '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
          id: did,
          verificationMethod: keys.map(({ keyId, publicJwk, fingerprint }) => ({
            id: `${did}#${keyId}`,
            type: 'JsonWebKey2020',
            controller: did,
            publicKeyJwk: publicJwk,
            // Not part of the standard: for people who compare by eye.
            sha256Fingerprint: fingerprint,
          })),
          assertionMethod: keys.map(({ keyId }) => `${did}#${keyId}`),
        })
    })
  },
})
