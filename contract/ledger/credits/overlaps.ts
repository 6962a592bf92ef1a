/** A span of time, without its end. */
export type Interval = readonly [from: Date, to: Date]

/** Returns true if two lists of intervals share a second. Intervals that touch do not. */
export function overlapsOf(one: readonly Interval[], other: readonly Interval[]): boolean {
  return one.some(([from, to]) => other.some(([start, end]) => from < end && start < to))
}
