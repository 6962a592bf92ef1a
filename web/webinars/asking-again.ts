import type { Data } from '#contract/core/endpoint.ts'
import type { joinWebinar } from '#contract/webinars/joins.ts'

type Answer = Pick<Data<typeof joinWebinar>, 'state' | 'opensAt' | 'now'>

const preparedEveryMs = 4000
const [announcedEveryMs, mendedEveryMs] = [20_000, 60_000]
const [shortestMs, longestMs] = [1000, 300_000]

/** How many milliseconds after its answer a join link is asked again; undefined: not by itself, it says the same. */
export function askAgainAfter(answer: Answer | undefined): number | undefined {
  if (answer?.state === 'preparing') return preparedEveryMs
  if (answer?.state === 'unannounced') return announcedEveryMs
  // The platform may think better of it.
  if (answer?.state === 'refused') return mendedEveryMs
  if (answer?.state === 'before') return pauseUntil(answer.opensAt, answer.now)
  return undefined
}

/** Until something changes at a time; before it now and then, since it may get another time. */
export function pauseUntil(at: Date | null, now: Date): number {
  const left = at === null ? longestMs : at.getTime() - now.getTime()
  return Math.min(Math.max(left, shortestMs), longestMs)
}
