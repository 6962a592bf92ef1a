import * as z from 'zod/mini'

/** The milliseconds that this device's clock is behind the portal's, by one answer. They are off by half of its round trip at most. */
export const ClockReading = z.object({ skewMs: z.number(), roundTripMs: z.number() })
export type ClockReading = z.output<typeof ClockReading>

/** Half a minute of answers on a good network. */
const recentReadings = 8

/**
 * Returns the recent readings and that of a new answer. Leaves out those that can't be true beside it: this device's clock was set
 * in between.
 */
export function withReading(
  before: readonly ClockReading[],
  { portalNow, sentMs, receivedMs }: { portalNow: Date; sentMs: number; receivedMs: number },
): readonly ClockReading[] {
  const roundTripMs = receivedMs - sentMs
  if (roundTripMs < 0) return before
  const skewMs = portalNow.getTime() - (sentMs + receivedMs) / 2
  const possible = before.filter(
    (each) => Math.abs(each.skewMs - skewMs) <= (each.roundTripMs + roundTripMs) / 2,
  )
  return [...possible.slice(1 - recentReadings), { skewMs, roundTripMs }]
}

/**
 * Returns the skew by the reading with the shortest round trip. A clock that may be right by it counts as right: devices set their
 * clocks by the network, and a slow answer would part two right clocks.
 */
export function clockSkew(readings: readonly ClockReading[]): number {
  const [best] = readings.toSorted((a, b) => a.roundTripMs - b.roundTripMs)
  return !best || Math.abs(best.skewMs) <= best.roundTripMs / 2 ? 0 : best.skewMs
}
