import { Refusal } from './http/refusal.ts'

/** A queue that works one item at a time for a limited number of visitors. */
export interface Turns {
  /** Admits a visit until it is over; refuses with NOT_READY if the queue is full. */
  visit<Result>(visit: () => Promise<Result>): Promise<Result>
  /** Does a piece of work after those before it. */
  next<Result>(work: () => Promise<Result>): Promise<Result>
}

export function openTurns(mostVisitors: number): Turns {
  let visitors = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    async visit(visit) {
      if (visitors >= mostVisitors) throw new Refusal('NOT_READY')
      visitors += 1
      try {
        return await visit()
      } finally {
        visitors -= 1
      }
    },
    next(work) {
      const mine = last.then(work)
      last = mine.catch(() => {})
      return mine
    },
  }
}
