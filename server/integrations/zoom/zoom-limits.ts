import type { RemoteAnswer } from '#server/core/remote-calls.ts'
import type { Pacer } from '#server/core/webinar-platform/pacer.ts'
import { openPacer } from '#server/core/webinar-platform/pacer.ts'
import type { Waiter } from '#server/core/webinar-platform/platform-asking.ts'
import { QuotaReached } from '#server/core/webinar-platform/webinar-platform.ts'
import { wordsOf } from './zoom-errors.ts'

/** How heavy a call weighs; each weight has a limit of its own, for all apps of the account together. */
export type ZoomWeight = 'light' | 'medium' | 'heavy'

export interface ZoomLimits {
  /** Keeps calls of this weight to its limit; of those that may go again much later it throws `QuotaReached`. */
  waiterOf(weight: ZoomWeight): Waiter
  /** Takes in what the headers of an answer tell of the limits. */
  learn(answer: RemoteAnswer): void
  close(problem: Error): void
}

/** Calls a second that the smallest plan with webinars allows; answers tell what this account's allows. */
const proPlan: Record<ZoomWeight, number> = { light: 30, medium: 20, heavy: 10 }

/** What a limit can be; anything else is a misunderstanding. */
const most = 1000

/** Where nothing is said: the limits count by the second. */
const pauseMs = 1000

/** Whoever is sent away for longer comes back by themselves: nobody is kept waiting for it. */
const longestPauseMs = 30_000

export function openZoomLimits(clock: () => Date): ZoomLimits {
  const pacers: Record<ZoomWeight, Pacer> = {
    light: openPacer(proPlan.light),
    medium: openPacer(proPlan.medium),
    heavy: openPacer(proPlan.heavy),
  }
  function learn({ headers }: RemoteAnswer): void {
    const weight = headers.get('x-ratelimit-category')?.toLowerCase() ?? ''
    const limit = Number(headers.get('x-ratelimit-limit'))
    const isBySecond = headers.get('x-ratelimit-type')?.toUpperCase() === 'QPS'
    if (isBySecond && isWeight(weight) && limit >= 1 && limit <= most) pacers[weight].allow(limit)
  }

  return {
    waiterOf: (weight) => ({
      turn: () => pacers[weight].turn(),
      sentAway(answer) {
        learn(answer)
        // Not all processes come back at the same instant.
        pacers[weight].pause(pauseAfter(answer, clock()) * (1 + Math.random() / 2))
      },
    }),
    learn,
    close(problem) {
      for (const pacer of Object.values(pacers)) pacer.close(problem)
    },
  }
}

/** For how many milliseconds Zoom wants no call after a 429; throws `QuotaReached` where nobody waits so long. */
function pauseAfter(answer: RemoteAnswer, now: Date): number {
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

/** Seconds as HTTP has them, or the instant that Zoom writes instead; undefined where neither lies ahead. */
function againAt(retryAfter: string | null, now: Date): Date | undefined {
  if (retryAfter === null) return undefined
  const isSeconds = /^\d+$/.test(retryAfter.trim())
  const at = isSeconds ? now.getTime() + Number(retryAfter) * 1000 : Date.parse(retryAfter)
  return at > now.getTime() ? new Date(at) : undefined
}

/** When daily limits begin anew, in UTC. */
function nextMidnight(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}
