/** Calls overtake each other on their way, and the webinar platform's seconds start at other times than ours. */
const share = 0.97

/** A timer up to this late catches up. */
const slackMs = 20

export type Pacer = ReturnType<typeof openPacer>

/** Spaces calls evenly, as many per second as a webinar platform allows. */
export function openPacer(perSecond: number) {
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
    /** Resolves once the next call may go, in the callers' order. */
    turn(): Promise<void> {
      if (closed) return Promise.reject(closed)
      return new Promise((go, stop) => {
        waiting.push({ go, stop })
        if (timer === undefined) letGo()
      })
    },
    allow(newPerSecond: number) {
      gapMs = 1000 / (newPerSecond * share)
    },
    /** Lets no call go for this long. */
    pause(ms: number) {
      nextAt = Math.max(nextAt, performance.now() + ms)
    },
    /** Rejects waiting and later callers with the problem. */
    close(problem: Error) {
      closed = problem
      clearTimeout(timer)
      for (const { stop } of waiting.splice(0)) stop(problem)
    },
  }
}
