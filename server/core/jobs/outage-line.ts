import { isUnavailable } from '#server/core/db/unavailable.ts'

/** These concern one statement or transaction: the database is there. */
const ofOneStatement = /^(40001|40P01|57014|25P03)$/

/** Problems come for some seconds after the database is back, from whatever waited for it. */
const quietMs = 10_000

/** Reports the problems of the queue, but an outage of the database with one sentence instead of every statement that fails. */
export function openOutageLine(onProblem: (problem: Error) => void, warn: (sentence: string) => void) {
  let isAway = false
  let lastAt = 0
  return {
    report(problem: Error): void {
      const reason = (problem.cause ?? problem) as Error & { code?: string }
      if (!isUnavailable(reason) || ofOneStatement.test(reason.code ?? '')) {
        onProblem(problem)
        return
      }
      lastAt = performance.now()
      if (!isAway) warn(`The database is away, so jobs wait until it is back: ${reason.message}`)
      isAway = true
    },
    /** Says that the database answered. */
    answered(): void {
      if (isAway && performance.now() - lastAt > quietMs) isAway = false
    },
  }
}
