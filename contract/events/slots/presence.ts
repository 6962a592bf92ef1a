import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from './agendas.ts'

/** Whole seconds since 1970. */
export type Span = readonly [from: number, to: number]

/** The time that a person was present. */
export interface Presence {
  /** All visits, merged and in order. */
  visits: Span[]
  /** The forgivable gaps between visits, in order. */
  shortGaps: Span[]
}

/** Returns the whole second of an instant. */
export function secondOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

/** Returns the presence from spans in any order. Overlapping or touching spans count once. */
export function presenceOf(
  spans: readonly Span[],
  { forgivenGapSeconds }: Pick<Figures, 'forgivenGapSeconds'>,
): Presence {
  const visits: Span[] = []
  const shortGaps: Span[] = []
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = visits.at(-1)
    if (last && from <= last[1]) {
      visits[visits.length - 1] = [last[0], Math.max(last[1], to)]
      continue
    }
    if (last && from - last[1] <= forgivenGapSeconds) shortGaps.push([last[1], from])
    visits.push([from, to])
  }
  return { visits, shortGaps }
}

/** The presence while an hour was taught. */
export interface TaughtPresence {
  seconds: number
  away: Span[]
}

/**
 * Returns the presence while an hour was taught. Short gaps count until the hour's allowance is used up. The
 * allowance caps their seconds, not their number. Otherwise an extra visit that splits a long gap could lower
 * the hours.
 */
export function taughtPresence(
  { pieces }: AgendaHour,
  { visits, shortGaps }: Presence,
  { forgivenSecondsAnHour }: Figures,
): TaughtPresence {
  const taught = pieces.map(({ startAt, endAt }): Span => [secondOf(startAt), secondOf(endAt)])
  const gaps = overlapOf(taught, shortGaps)
  const forgiven = cut(gaps, forgivenSecondsAnHour)
  const there = [...overlapOf(taught, visits), ...forgiven].sort((a, b) => a[0] - b[0])
  return { seconds: secondsOf(there), away: taught.flatMap((piece) => rest(piece, there)) }
}

/** Returns the length of spans that don't overlap. */
export function secondsOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0)
}

/** Returns the parts of spans inside pieces. */
export function overlapOf(pieces: readonly Span[], spans: readonly Span[]): Span[] {
  return pieces.flatMap(([start, end]) =>
    spans
      .map(([from, to]): Span => [Math.max(start, from), Math.min(end, to)])
      .filter(([from, to]) => from < to),
  )
}

/** Returns spans cut to a total length. */
function cut(spans: readonly Span[], seconds: number): Span[] {
  let left = seconds
  return spans.flatMap(([from, to]) => {
    const taken = Math.min(left, to - from)
    left -= taken
    return taken > 0 ? [[from, from + taken] as const] : []
  })
}

/** Returns the parts of a piece outside sorted spans. */
function rest([start, end]: Span, spans: readonly Span[]): Span[] {
  const parts: Span[] = []
  let at = start
  for (const [from, to] of spans) {
    if (from >= end) break
    if (from > at) parts.push([at, from])
    at = Math.max(at, to)
  }
  return at < end ? [...parts, [at, end]] : parts
}
