/** Lets calls go one after the other, evenly, as many in a second as a platform allows. */
export interface Pacer {
  /** Resolves once the next call may go; in the order in which they ask. */
  turn(): Promise<void>
  /** What the platform says that it allows. */
  allow(perSecond: number): void
  /** Nobody goes for so long: the platform says that it was too much. */
  pause(ms: number): void
  /** Those who still wait, or come later, get the problem. */
  close(problem: Error): void
}

/** Calls overtake one another on their way, and the platform's seconds are others than ours. */
const share = 0.97

/** What a late timer may catch up with. */
const slackMs = 20

export function openPacer(perSecond: number): Pacer {
  const waiting: { go: () => void; stop: (problem: Error) => void }[] = []
  let gapMs = 1000 / (perSecond * share)
  let nextAt = 0
  let timer: NodeJS.Timeout | undefined
  let closed: Error | undefined
  const letGo = () => {
    timer = undefined
    const now = performance.now()
    nextAt = Math.max(nextAt, now - slackMs)
    while (waiting.length > 0 && nextAt <= now) {
      waiting.shift()?.go()
      nextAt += gapMs
    }
    if (waiting.length > 0) timer = setTimeout(letGo, nextAt - now)
  }
  return {
    turn() {
      if (closed) return Promise.reject(closed)
      return new Promise((go, stop) => {
        waiting.push({ go, stop })
        if (timer === undefined) letGo()
      })
    },
    allow(newPerSecond) {
      gapMs = 1000 / (newPerSecond * share)
    },
    pause(ms) {
      nextAt = Math.max(nextAt, performance.now() + ms)
    },
    close(problem) {
      closed = problem
      clearTimeout(timer)
      for (const { stop } of waiting.splice(0)) stop(problem)
    },
  }
}
