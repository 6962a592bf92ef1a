/** This many calls in so short a time are a rush: 200 a second; opening a page makes ten. */
const manyCalls = 20
const withinMs = 100

const lookEveryMs = 25

export type Rush = ReturnType<typeof openRush>

/** Pauses background work during a rush of calls. */
export function openRush() {
  const calledAt = new Float64Array(manyCalls).fill(Number.NEGATIVE_INFINITY)
  let oldest = 0
  const isOn = () => performance.now() - (calledAt[oldest] ?? 0) < withinMs
  return {
    isOn,
    called() {
      calledAt[oldest] = performance.now()
      oldest = (oldest + 1) % manyCalls
    },
    /** Resolves immediately, or once fewer calls come in; after `longestMs` at the latest, so that no work starves. */
    async over(longestMs = 250) {
      const latest = performance.now() + longestMs
      while (isOn() && performance.now() < latest) await new Promise((look) => setTimeout(look, lookEveryMs))
    },
  }
}
