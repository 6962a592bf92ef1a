import { Refusal } from './http/refusal.ts'

/**
 * Opens a queue that works on one item at a time, for a limited number of visits. One person has at most a
 * half of them, so that nobody's slow uploads keep others out.
 */
export function openTurns(mostVisits: number) {
  const mostEach = mostVisits / 2
  const visits: string[] = []
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Runs a person's visit; refuses with NOT_READY if the queue, or their part of it, is full. */
    async visit<Result>({ userId }: { userId: string }, visit: () => Promise<Result>): Promise<Result> {
      const own = visits.filter((visitor) => visitor === userId)
      if (visits.length >= mostVisits || own.length >= mostEach) throw new Refusal('NOT_READY')
      visits.push(userId)
      try {
        return await visit()
      } finally {
        visits.splice(visits.indexOf(userId), 1)
      }
    },
    next<Result>(work: () => Promise<Result>): Promise<Result> {
      const mine = last.then(work)
      last = mine.catch(() => {})
      return mine
    },
  }
}
