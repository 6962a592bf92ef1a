import { isUnavailable } from '#server/core/db/unavailable.ts'

/** These concern one statement or transaction, not the database. */
const ofOneStatement = /^(40001|40P01|57014|25P03)$/

/** Whatever waited for the database reports problems for some seconds after its return. */
const quietMs = 10_000

/** Reports the queue's problems. An outage of the database gets one sentence, not one per failing statement. */
export function openOutageLine(onProblem: (problem: Error) => void, warn: (sentence: string) => void) {
  let isAway = false
  let lastAt = 0
  return {
    report(problem: Error) {
      const reason = (problem.cause ?? problem) as Error & { code?: string }
      if (!isUnavailable(reason) || ofOneStatement.test(reason.code ?? '')) {
        onProblem(problem)
        return
      }
      lastAt = performance.now()
      if (!isAway) warn(`The database is away, so jobs wait until it is back: ${reason.message}`)
      isAway = true
    },
    /** Reports that the database answered. */
    answered() {
      if (isAway && performance.now() - lastAt > quietMs) isAway = false
    },
  }
}
