import type { RemoteAnswer } from '#server/core/remote-calls.ts'
import { openPacer } from '#server/core/webinar-platform/pacer.ts'
import type { Waiter } from '#server/core/webinar-platform/platform-calls.ts'
import { QuotaReached } from '#server/core/webinar-platform/webinar-platform.ts'
import { wordsOf } from './zoom-errors.ts'

/** A call's weight. Each weight has its own limit, for all apps of the account together. */
export type ZoomWeight = 'light' | 'medium' | 'heavy'

/** The calls per second of the smallest plan with webinars; answers tell the account's own limit. */
const proPlan: Record<ZoomWeight, number> = { light: 30, medium: 20, heavy: 10 }

/** A larger limit in an answer is a misunderstanding. */
const most = 1000

/** The default pause after a 429: limits count by the second. */
const pauseMs = 1000

/** Calls that must pause longer are retried by their job instead. */
const longestPauseMs = 30_000

export function openZoomLimits(clock: () => Date) {
  const pacers = {
    light: openPacer(proPlan.light),
    medium: openPacer(proPlan.medium),
    heavy: openPacer(proPlan.heavy),
  }
  return {
    /** Keeps calls of this weight within its limit. Throws `QuotaReached` if calls must pause for long. */
    waiterOf: (weight: ZoomWeight): Waiter => ({
      turn: pacers[weight].turn,
      learn({ headers }) {
        const category = headers.get('x-ratelimit-category')?.toLowerCase() ?? ''
        const limit = Number(headers.get('x-ratelimit-limit'))
        const isBySecond = headers.get('x-ratelimit-type')?.toUpperCase() === 'QPS'
        if (isBySecond && isWeight(category) && limit >= 1 && limit <= most) pacers[category].allow(limit)
      },
      sentAway: (answer) =>
        // Random, so that several processes don't return at the same time.
        pacers[weight].pause(pauseAfter(answer, clock()) * (1 + Math.random() / 2)),
    }),
    close(problem: Error) {
      for (const pacer of Object.values(pacers)) pacer.close(problem)
    },
  }
}

/** Returns the milliseconds to pause after a 429. Throws `QuotaReached` if they are too many. */
function pauseAfter(answer: RemoteAnswer, now: Date) {
  const said = wordsOf(answer)
  const again = againAt(answer.headers.get('retry-after'), now)
  const ms = again ? again.getTime() - now.getTime() : pauseMs
  const type = answer.headers.get('x-ratelimit-type') ?? ''
  if (/daily/i.test(type) || (type === '' && /daily/i.test(said)) || ms > longestPauseMs) {
    const isForEverybody = !/for the registrant/i.test(said)
    throw new QuotaReached(said, again ?? nextMidnight(now), isForEverybody)
  }
  return ms
}

function isWeight(text: string): text is ZoomWeight {
  return text in proPlan
}

/** Reads seconds, as in HTTP, or an instant, as Zoom writes it; undefined unless in the future. */
function againAt(retryAfter: string | null, now: Date): Date | undefined {
  if (retryAfter === null) return undefined
  const isSeconds = /^\d+$/.test(retryAfter.trim())
  const at = isSeconds ? now.getTime() + Number(retryAfter) * 1000 : Date.parse(retryAfter)
  return at > now.getTime() ? new Date(at) : undefined
}

/** Returns the start of the next UTC day, when daily limits are reset. */
function nextMidnight(now: Date) {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}
