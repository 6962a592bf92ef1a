/** The moment from which on a receiver may have a mail. */
export interface Departure {
  /** False: the mail has certainly not left. */
  hasLeft(): boolean
  /** The content, for a receiver to read once it is there: before its first byte it waits for `aboutToLeave`. */
  of<Part>(content: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Part>
}

/** A departure that `aboutToLeave` is told of, and can prevent by throwing. */
export function departureOf(aboutToLeave: () => Promise<void>): Departure {
  let hasLeft = false
  return {
    hasLeft: () => hasLeft,
    async *of(content) {
      await aboutToLeave()
      hasLeft = true
      yield* content
    },
  }
}
