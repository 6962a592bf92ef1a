import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { createLocalJWKSet, errors } from 'jose'
import { together } from '#server/core/together.ts'

export interface PublishedKeys {
  keys: JSONWebKeySet
  /** The `max-age` of their Cache-Control; null if it has none. */
  maxAgeSeconds: number | null
}

/** The default for `maxAgeSeconds`. */
const usualSeconds = 600
/** Keys fetched longer ago are not trusted. */
const mostSeconds = 86_400
/** The shortest pause between fetches, because anyone can invent key ids. */
const pauseMs = 30_000

/**
 * Returns a remote identity provider's keys. Fetches them again if they are old or a key is missing. While
 * that fails, known keys count for a day; an error of `fetchKeys` is thrown only if they don't suffice.
 */
export function publishedKeySet(fetchKeys: () => Promise<PublishedKeys>, clock: () => Date): JWTVerifyGetKey {
  let known: JWTVerifyGetKey | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let freshUntil = Number.NEGATIVE_INFINITY
  let trustedUntil = Number.NEGATIVE_INFINITY
  /** The error of the last fetch. */
  let problem: unknown

  const ask = together(async () => {
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
  })

  const mayAsk = () => clock().getTime() - askedAt >= pauseMs

  return async (header, token) => {
    const now = clock().getTime()
    if (now >= trustedUntil) await ask()
    else if (now >= freshUntil && mayAsk()) await ask().catch(() => undefined)
    try {
      return await (known as JWTVerifyGetKey)(header, token)
    } catch (mismatch) {
      if (!(mismatch instanceof errors.JWKSNoMatchingKey)) throw mismatch
      // If the last fetch failed, the unknown key may be a recent one, and the token is not to blame.
      if (!mayAsk()) throw problem ?? mismatch
      await ask()
      return (known as JWTVerifyGetKey)(header, token)
    }
  }
}
