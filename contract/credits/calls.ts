import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, requiredLine } from '#contract/core/fields.ts'
import { id, readVersion } from '#contract/core/wire.ts'

export const releaseHours = endpoint({
  method: 'POST',
  path: '/private/release-hours',
  access: 'credits:write',
  summary:
    "Releases a registration to the rule: what a person has decided stops counting, and the rule's newest credit counts. Without one, the certificate is withdrawn.",
  body: z.object({
    registrationId: id(),
    reason: requiredLine('Please give a reason', longest.line),
    version: readVersion,
  }),
  /** The hours that count now, and the registration's new version. */
  data: z.object({ hours: z.int(), version: z.int() }),
  refusals: [
    'REGISTRATION_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'NOT_DECIDED',
    'PROFILE_INCOMPLETE',
    'PROVIDER_INCOMPLETE',
  ],
})
