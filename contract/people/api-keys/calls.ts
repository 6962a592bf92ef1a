import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { requiredLine } from '#contract/core/fields.ts'
import { keyPermissions } from '#contract/core/permissions.ts'
import { id, instant, listOf } from '#contract/core/wire.ts'

/** The most days that a key works. */
export const mostKeyDays = 366

/** The days after its end for which a key stays in the list. */
export const endedKeyDays = 90

const notDays = `Has to be a number of days from 1 to ${mostKeyDays}`
const notNetwork = 'Has to be a network, like 203.0.113.0/24 or 2001:db8::/32'
const longestNetwork = 49
const networkForm = /^[0-9a-f:.]{2,45}(\/\d{1,3})?$/i
const noPermission = 'Choose at least one permission'

const Permissions = z
  .array(z.enum(keyPermissions, { error: `One of: ${keyPermissions.join(', ')}` }), { error: noPermission })
  .check(z.minLength(1, { error: noPermission }), z.maxLength(keyPermissions.length, { error: noPermission }))

export const NewApiKey = z.object({
  name: requiredLine('Please give it a name', 60),
  permissions: Permissions,
  /** The days until it expires. */
  days: z
    .int({ error: notDays })
    .check(z.minimum(1, { error: notDays }), z.maximum(mostKeyDays, { error: notDays })),
  /** The networks from which it works, in CIDR notation. Empty or absent: any. */
  networks: z.optional(
    listOf(
      z.string({ error: notNetwork }).check(z.maxLength(longestNetwork, { error: notNetwork })),
      20,
    ).check(
      // The server reads them exactly.
      z.refine((networks) => networks.every((network) => networkForm.test(network)), { error: notNetwork }),
    ),
  ),
})
export type NewApiKey = z.output<typeof NewApiKey>

export const ApiKey = z.object({
  apiKeyId: z.int(),
  name: z.string(),
  /** Its first 12 characters. */
  prefix: z.string(),
  permissions: z.array(z.string()),
  networks: z.array(z.string()),
  /** Name or email of the administrator who made it. */
  madeBy: z.string(),
  madeAt: instant(),
  expiresAt: instant(),
  revokedAt: z.nullable(instant()),
  /** To the minute; null: not used yet. */
  lastUsedAt: z.nullable(instant()),
})
export type ApiKey = z.output<typeof ApiKey>

export const getApiKeys = endpoint({
  route: 'GET /private/api-keys',
  access: 'administrators:write',
  summary: `Returns all API keys, newest first; expired and revoked ones for ${endedKeyDays} days.`,
  data: z.object({ apiKeys: z.array(ApiKey) }),
})

export const makeApiKey = endpoint({
  route: 'POST /private/api-keys',
  access: 'administrators:write',
  summary:
    'Makes an API key and returns it once. It has at most the permissions of its administrator. Requires a recent proof of the second factor, or of the password if none is on.',
  body: NewApiKey,
  data: z.object({ apiKeyId: z.int(), key: z.string() }),
  refusals: ['FACTOR_NOT_PROVEN', 'PASSWORD_NOT_PROVEN'],
})

export const revokeApiKey = endpoint({
  route: 'POST /private/api-keys/revoke',
  access: 'administrators:write',
  summary: 'Revokes an API key, for its next call in every process.',
  body: z.object({ apiKeyId: id() }),
  data: z.object({}),
  refusals: ['API_KEY_NOT_FOUND'],
})
