import { Refusal } from './http/refusal.ts'

/** Opens a queue that works on one item at a time, or on a few, for a limited number of visitors. */
export function openTurns(mostVisitors: number, lanes = 1) {
  let visitors = 0
  const waiting = Array.from({ length: lanes }, () => ({
    items: 0,
    last: Promise.resolve() as Promise<unknown>,
  }))
  return {
    /** Admits a visit until it is over; refuses with NOT_READY if the queue is full. */
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
      const lane = waiting.reduce((shortest, each) => (each.items < shortest.items ? each : shortest))
      lane.items += 1
      const mine = lane.last.then(work)
      lane.last = mine.catch(() => {}).finally(() => (lane.items -= 1))
      return mine
    },
  }
}
