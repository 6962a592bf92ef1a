import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { createLocalJWKSet, errors } from 'jose'

/** Keys as they were published. */
export interface PublishedKeys {
  keys: JSONWebKeySet
  /** For how long, as their Cache-Control says; null where it doesn't. */
  maxAgeSeconds: number | null
}

/** Where nothing says how long they are fresh. */
const usualSeconds = 600
/** Nobody believes keys that were fetched longer ago. */
const mostSeconds = 86_400
/** A key that is unknown is looked for once in so many ms: whoever makes up key ids sends us no further. */
const pauseMs = 30_000

/**
 * The keys of a provider elsewhere. They are asked for again once they are too old, and where a key is missing: the provider
 * may have changed them. While it can't be asked, those that are known go on counting for a day; what `fetchKeys` throws is thrown only
 * where they aren't enough.
 */
export function publishedKeySet(fetchKeys: () => Promise<PublishedKeys>, clock: () => Date): JWTVerifyGetKey {
  let known: JWTVerifyGetKey | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let freshUntil = Number.NEGATIVE_INFINITY
  let trustedUntil = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  /** Why they could not be had when they were asked for last. */
  let problem: unknown

  /** However many want to know, one asks. */
  function ask(): Promise<void> {
    asking ??= fetchAll().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function fetchAll(): Promise<void> {
    askedAt = clock().getTime()
    try {
      const { keys, maxAgeSeconds } = await fetchKeys()
      known = createLocalJWKSet(keys)
      freshUntil = askedAt + Math.min(maxAgeSeconds ?? usualSeconds, mostSeconds) * 1000
      trustedUntil = askedAt + mostSeconds * 1000
      problem = undefined
    } catch (reason) {
      problem = reason
      throw reason
    }
  }

  const mayAsk = () => clock().getTime() - askedAt >= pauseMs

  return async (header, token) => {
    const now = clock().getTime()
    if (now >= trustedUntil) await ask()
    else if (now >= freshUntil && mayAsk()) await ask().catch(() => undefined)
    try {
      return await (known as JWTVerifyGetKey)(header, token)
    } catch (mismatch) {
      if (!(mismatch instanceof errors.JWKSNoMatchingKey)) throw mismatch
      // Asked for in vain just now, they may well be other ones.
      if (!mayAsk()) throw problem ?? mismatch
      await ask()
      return (known as JWTVerifyGetKey)(header, token)
    }
  }
}
