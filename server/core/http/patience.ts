import { Refusal } from './refusal.ts'

/** The milliseconds that a call waits for its act. A silent connection is closed soon after. */
const patienceMs = 25_000

/** The milliseconds that a late result waits for another call. */
const keptMs = 60_000

/**
 * Returns a function that answers a long act in time. It refuses with NOT_READY and these words if the act takes longer, and the act
 * goes on. A later call with the same key waits for it instead of beginning another, and gets its result up to a minute after its end.
 */
export function openPatience(words: string, patience = patienceMs) {
  const late = new Map<string, Promise<unknown>>()
  return async function inTime<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
    const acted = (late.get(key) as Promise<Result> | undefined) ?? act()
    const forget = () => {
      if (late.get(key) === acted) late.delete(key)
    }
    let timer: NodeJS.Timeout | undefined
    const isLate = await Promise.race([
      acted.then(
        () => false,
        () => false,
      ),
      new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, patience, true)
      }),
    ])
    clearTimeout(timer)
    if (!isLate) {
      forget()
      return acted
    }
    late.set(key, acted)
    const forgetLater = () => void setTimeout(forget, keptMs).unref()
    acted.then(forgetLater, forgetLater)
    throw new Refusal('NOT_READY', { message: words })
  }
}
