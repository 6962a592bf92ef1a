import { remember } from '#server/core/remember.ts'
import { Refusal } from './refusal.ts'

/** The milliseconds that a call waits for its act. A silent connection is closed soon after. */
const patienceMs = 25_000

/** The milliseconds that a late result waits for another call. */
const keptMs = 60_000

/**
 * Returns a function that answers a long act in time. It refuses with NOT_READY and these words if the act takes longer, and the act
 * goes on: a call with the same key waits for it instead of beginning another, and gets its result up to a minute after its end.
 */
export function openPatience(words: string, patience = patienceMs) {
  const acts = new Map<string, Promise<unknown>>()
  return async function inTime<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
    const acted = remember(acts, key, act) as Promise<Result>
    const forget = () => {
      if (acts.get(key) === acted) acts.delete(key)
    }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, patience, 'late')
    })
    const isLate = await Promise.race([acted, late]).then(
      (outcome) => outcome === 'late',
      () => false,
    )
    clearTimeout(timer)
    if (!isLate) {
      forget()
      return acted
    }
    const forgetLater = () => void setTimeout(forget, keptMs).unref()
    acted.then(forgetLater, forgetLater)
    throw new Refusal('NOT_READY', { message: words })
  }
}
