import * as calls from '#contract/people/api-keys/calls.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { serveWrite } from '#server/work.ts'
import { expireApiKeys, makeApiKey, revokeApiKey, revokeKeysOf } from './api-keys.ts'
import { listApiKeys } from './queries.ts'

/** Serves the API keys; `refuseUnproven` refuses a caller without a recent proof. */
export default (refuseUnproven: (work: Work, caller: Caller) => Promise<void>) =>
  noun({
    calls: [calls],
    serve(gate, services) {
      serve(gate, calls.getApiKeys, async () => ({ apiKeys: await listApiKeys(services.db) }))
      serveWrite(gate, services, calls.makeApiKey, async (work, body, { caller }) => {
        await refuseUnproven(work, caller)
        return makeApiKey(work, caller, body)
      })
      serveWrite(gate, services, calls.revokeApiKey, (work, body) => revokeApiKey(work, body.apiKeyId))
    },
    expire: expireApiKeys,
    personal: {
      data: [
        personalData({
          key: 'apiKeys',
          title: 'API keys',
          read: async ({ db }, { userId }) =>
            (await listApiKeys(db, userId)).map(({ apiKeyId: _, madeBy: __, ...key }) => key),
          columns: {
            Name: 'name',
            'Begins with': 'prefix',
            Made: 'madeAt',
            Expires: 'expiresAt',
            Revoked: 'revokedAt',
            'Last used': ({ lastUsedAt }) => lastUsedAt ?? 'Not yet',
          },
        }),
      ],
      async evict(work, userId, { keepsPasskeys }) {
        if (!keepsPasskeys) await revokeKeysOf(work, userId)
      },
      handOver: (work, { from }) => revokeKeysOf(work, from),
    },
  })
