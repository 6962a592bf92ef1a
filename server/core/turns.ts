import { Refusal } from './http/refusal.ts'

/** Work that is done one after the other, for so many at a time. */
export interface Turns {
  /** Lets somebody in until their visit is over; refuses with NOT_READY where the room is full. */
  visit<Result>(visit: () => Promise<Result>): Promise<Result>
  /** Does a piece of work once those before it are done. */
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
