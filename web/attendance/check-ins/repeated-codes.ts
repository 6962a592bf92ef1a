/** The milliseconds that a code has to be out of sight before it counts again. */
const goneAfterMs = 3000

/**
 * Returns a function that returns true if a code just came into the picture. A camera reads the same one many
 * times.
 */
export function watchCodes(): (text: string, nowMs: number) => boolean {
  let last: { text: string; seenMs: number } | undefined
  return (text, nowMs) => {
    const isNew = last?.text !== text || nowMs - last.seenMs > goneAfterMs
    last = { text, seenMs: nowMs }
    return isNew
  }
}
