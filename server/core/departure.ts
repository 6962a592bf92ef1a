export type Departure = ReturnType<typeof departureOf>

/** Tracks when content leaves for a receiver. Awaits `aboutToLeave` before, which can prevent it by throwing. */
export function departureOf(aboutToLeave: () => Promise<void>) {
  let hasLeft = false
  let wasPrevented = false
  return {
    /** Returns false if the content has certainly not left. */
    hasLeft: () => hasLeft,
    wasPrevented: () => wasPrevented,
    /** Returns the content for a receiver that reads it once connected. */
    async *of<Part>(content: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Part> {
      await aboutToLeave().catch((problem: unknown) => {
        wasPrevented = true
        throw problem
      })
      hasLeft = true
      yield* content
    },
  }
}
