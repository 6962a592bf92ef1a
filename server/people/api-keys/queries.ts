import type { ApiKey } from '#contract/people/api-keys/calls.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

/** Returns all keys, or those of a person, newest first. */
export function listApiKeys(db: Db, userId?: string): Promise<ApiKey[]> {
  return db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.userId', 'apiKeys.userId')
    .select(['apiKeyId', 'name', 'prefix', 'permissions', 'networks'])
    .select(['madeAt', 'expiresAt', 'revokedAt', 'lastUsedAt'])
    .select(nameOrEmailOf<string>().as('madeBy'))
    .$if(userId !== undefined, (keys) => keys.where('apiKeys.userId', '=', String(userId)))
    .orderBy('apiKeyId', 'desc')
    .execute()
}
