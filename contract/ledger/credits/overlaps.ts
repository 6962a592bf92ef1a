/** A span of time, without its end. */
export type Interval = readonly [from: Date, to: Date]

/** Returns true if two lists of intervals overlap. Touching is no overlap. */
export function overlapsOf(one: readonly Interval[], other: readonly Interval[]): boolean {
  return one.some(([from, to]) => other.some(([start, end]) => from < end && start < to))
}
