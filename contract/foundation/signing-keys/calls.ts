import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { instant } from '#contract/core/wire.ts'

export const getSigningKeys = endpoint({
  route: 'GET /public/signing-keys',
  access: 'public',
  summary: 'The fingerprints of the keys that sign certificates and FAA records.',
  data: z.object({
    /** The address of the keys themselves. */
    address: z.string(),
    /** Newest first; the first one signs. */
    keys: z.array(
      z.object({
        /** The public key's JWK thumbprint (RFC 7638, SHA-256), hexadecimal. */
        fingerprint: z.string(),
        since: instant(),
      }),
    ),
  }),
  limit: { perAddress: 300 },
})
