import type { Data } from '#contract/core/endpoint.ts'
import type { joinWebinar } from '#contract/webinars/webinars/joins.ts'

type Answer = Pick<Data<typeof joinWebinar>, 'state' | 'opensAt' | 'now'>

// A refusal is checked again, too: the webinar platform may accept the person later.
const pauses: { [state in Answer['state']]?: number } = {
  preparing: 4000,
  unannounced: 20_000,
  refused: 60_000,
}
const [shortestMs, longestMs] = [1000, 300_000]

/** Returns in how many milliseconds to ask again; undefined if the answer is final. */
export function askAgainAfter(answer: Answer | undefined): number | undefined {
  return answer?.state === 'before' ? pauseUntil(answer.opensAt, answer.now) : answer && pauses[answer.state]
}

/** Returns the milliseconds until an instant, at most 5 minutes, because the instant may change. */
export function pauseUntil(at: Date | null, now: Date): number {
  const left = at === null ? longestMs : at.getTime() - now.getTime()
  return Math.min(Math.max(left, shortestMs), longestMs)
}
