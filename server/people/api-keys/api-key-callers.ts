import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Permission } from '#contract/core/permissions.ts'
import { keyPermissions } from '#contract/core/permissions.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import { callerAddress, isWithin } from '#server/core/http/networks.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { bearerOf } from '#server/core/http/serve.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { Db, Services } from '#server/services.ts'
import { keyPattern, labelOf } from './api-keys.ts'

const notedEveryMs = 60_000

/**
 * Returns a function that finds the caller of a request with an API key; undefined without a key. Every call
 * reads the key, so that it ends in every process with the commit that revokes it or its administrator.
 * Rejects with API_KEY_UNKNOWN, API_KEY_EXPIRED or API_KEY_ELSEWHERE.
 */
export function openApiKeys({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) {
  return (request: FastifyRequest): Promise<Caller> | undefined => {
    const bearer = bearerOf(request)
    return bearer !== undefined && keyPattern.test(bearer) ? admit(bearer, callerAddress(request)) : undefined
  }

  async function admit(key: string, address: string): Promise<Caller> {
    const tokenHash = hashOfSecret(key)
    const found = await findKey(db, tokenHash)
    if (!found) throw new Refusal('API_KEY_UNKNOWN')
    const { apiKeyId, userId, networks, expiresAt, lastUsedAt } = found
    const now = clock()
    if (expiresAt <= now) throw new Refusal('API_KEY_EXPIRED')
    if (networks.length > 0 && !isWithin(networks, address)) throw new Refusal('API_KEY_ELSEWHERE')
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= notedEveryMs) {
      noteUse(apiKeyId, now).catch((problem: Error) =>
        log.warn({ reason: problem.message }, 'could not record the use of an API key'),
      )
    }
    const ofMaker: readonly Permission[] = roles[found.role].permissions
    const permissions = keyPermissions.filter(
      (permission) => found.permissions.includes(permission) && ofMaker.includes(permission),
    )
    return { userId, role: 'admin', permissions, tokenHash, apiKey: { apiKeyId, label: labelOf(found) } }
  }

  async function noteUse(apiKeyId: number, now: Date) {
    await db
      .updateTable('apiKeys')
      .set({ lastUsedAt: now })
      .where('apiKeyId', '=', apiKeyId)
      .where(sql<boolean>`coalesce(last_used_at, '-infinity') <= ${new Date(now.getTime() - notedEveryMs)}`)
      .execute()
  }
}

/** Returns a key that is not revoked, of a person who is an administrator now. */
function findKey(db: Db, keyHash: Buffer) {
  return db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.userId', 'apiKeys.userId')
    .innerJoin('administrators', 'administrators.userId', 'apiKeys.userId')
    .select(['apiKeyId', 'apiKeys.userId', 'name', 'prefix', 'permissions', 'networks', 'expiresAt'])
    .select(['lastUsedAt', 'administrators.role'])
    .where('keyHash', '=', keyHash)
    .where('revokedAt', 'is', null)
    .where('users.role', '=', 'admin')
    .executeTakeFirst()
}
