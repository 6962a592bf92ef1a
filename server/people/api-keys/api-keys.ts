import type { NewApiKey } from '#contract/people/api-keys/calls.ts'
import { endedKeyDays } from '#contract/people/api-keys/calls.ts'
import { isNetwork } from '#server/core/http/networks.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'

/** The form of a key, also of one that was copied wrong. The token of a session has 43 characters in all. */
export const keyPattern = /^iap_(?![\w-]{39}$)/
const prefixLength = 12
const dayMs = 86_400_000

/** Returns the name of a key in the history. */
export function labelOf({ name, prefix }: { name: string; prefix: string }): string {
  return `${name} (${prefix}…)`
}

/**
 * Makes a key and returns it once. Refuses networks that cannot be read, and permissions that the caller
 * does not have.
 */
export async function makeApiKey(
  work: Work,
  { userId, permissions }: Pick<Caller, 'userId' | 'permissions'>,
  { days, networks = [], ...given }: NewApiKey,
): Promise<{ apiKeyId: number; key: string }> {
  const notRead = networks.find((network) => !isNetwork(network))
  if (notRead !== undefined) {
    refuseFields({
      networks: `${notRead} is not a network, like 203.0.113.0/24 or 2001:db8::/32`,
    })
  }
  if (given.permissions.some((permission) => !permissions.includes(permission))) {
    refuseFields({ permissions: 'A key cannot have more permissions than you' })
  }
  const key = `iap_${newSecret()}`
  const prefix = key.slice(0, prefixLength)
  const madeAt = work.clock()
  const expiresAt = new Date(madeAt.getTime() + days * dayMs)
  const { apiKeyId } = await work.tx
    .insertInto('apiKeys')
    .values({ ...given, networks, userId, prefix, keyHash: hashOfSecret(key), madeAt, expiresAt })
    .returning('apiKeyId')
    .executeTakeFirstOrThrow()
  await noteAct(work, 'api-key-made', { userId, name: given.name, prefix })
  return { apiKeyId, key }
}

/** Revokes a key. Refuses with API_KEY_NOT_FOUND. */
export async function revokeApiKey(work: Work, apiKeyId: number) {
  const [revoked] = await revoke(work, (keys) => keys.where('apiKeyId', '=', apiKeyId))
  if (!revoked) throw new Refusal('API_KEY_NOT_FOUND')
}

/** Revokes all keys of a person. */
export async function revokeKeysOf(work: Work, userId: string) {
  await revoke(work, (keys) => keys.where('userId', '=', userId))
}

/** Deletes keys `endedKeyDays` after they expired or were revoked. */
export async function expireApiKeys({ tx, clock }: Work) {
  const before = new Date(clock().getTime() - endedKeyDays * dayMs)
  await tx
    .deleteFrom('apiKeys')
    .where((key) => key.or([key('expiresAt', '<', before), key('revokedAt', '<', before)]))
    .execute()
}

async function revoke(work: Work, which: (keys: ReturnType<typeof current>) => ReturnType<typeof current>) {
  const revoked = await which(current(work)).returning(['userId', 'name', 'prefix']).execute()
  for (const key of revoked) await noteAct(work, 'api-key-revoked', key)
  return revoked
}

function current({ tx, clock }: Work) {
  return tx.updateTable('apiKeys').set({ revokedAt: clock() }).where('revokedAt', 'is', null)
}

async function noteAct(
  work: Work,
  activity: 'api-key-made' | 'api-key-revoked',
  { userId, ...key }: { userId: string; name: string; prefix: string },
) {
  await happened(work, [{ activity, userId, details: { item: labelOf(key) } }])
}
