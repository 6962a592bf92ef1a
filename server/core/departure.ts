/** The moment from which on a receiver may have what it is sent. */
export interface Departure {
  /** False: it has certainly not left. */
  hasLeft(): boolean
  /** `aboutToLeave` has thrown. */
  wasPrevented(): boolean
  /** The content, for a receiver to read once it is there: before its first byte it waits for `aboutToLeave`. */
  of<Part>(content: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Part>
}

/** A departure that `aboutToLeave` is told of, and can prevent by throwing. */
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
