import { Refusal } from './http/refusal.ts'

/** Opens a queue that works on one item at a time, for a limited number of visitors. */
export function openTurns(mostVisitors: number) {
  let visitors = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Runs a visit in its turn; refuses with NOT_READY if the queue is full. */
    async visit<Result>(visit: () => Promise<Result>): Promise<Result> {
      if (visitors >= mostVisitors) throw new Refusal('NOT_READY')
      visitors += 1
      try {
        return await visit()
      } finally {
        visitors -= 1
      }
    },
    next<Result>(work: () => Promise<Result>): Promise<Result> {
      const mine = last.then(work)
      last = mine.catch(() => {})
      return mine
    },
  }
}
