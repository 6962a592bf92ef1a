/** The moment from which a receiver may have the content. */
export interface Departure {
  /** Returns false if it has certainly not left. */
  hasLeft(): boolean
  /** Returns whether `aboutToLeave` has thrown. */
  wasPrevented(): boolean
  /** Returns the content for a receiver that reads it once connected; awaits `aboutToLeave` before its first byte. */
  of<Part>(content: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Part>
}

/** Returns a departure that calls `aboutToLeave`, which can prevent it by throwing. */
export function departureOf(aboutToLeave: () => Promise<void>): Departure {
  let hasLeft = false
  let wasPrevented = false
  return {
    hasLeft: () => hasLeft,
    wasPrevented: () => wasPrevented,
    async *of(content) {
      await aboutToLeave().catch((problem: unknown) => {
        wasPrevented = true
        throw problem
      })
      hasLeft = true
      yield* content
    },
  }
}
