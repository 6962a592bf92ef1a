import type { MarkPlace } from '#contract/certificates/marks.ts'

/** Lines of a text, and the size they all have. */
export interface FittedWords {
  lines: string[]
  size: number
}

/** How wide a text is at a size of 1. */
export type Measure = (text: string) => number

/**
 * Fits a text into its place as the PDF does: smaller, then on two lines, then cut with an ellipsis; or in full lines where the
 * place is filled.
 */
export function fitWords(text: string, place: MarkPlace, measure: Measure): FittedWords {
  const { size, minSize = size, wrapped, filled, tracking = 0 } = place
  const width = place.width - tracking * text.length
  if (filled) return { lines: fill(text, filled, (line) => measure(line) * size <= width), size }
  const fitting = Math.min(size, sizeFor(measure(text), width))
  if (fitting >= minSize) return { lines: [text], size: fitting }
  if (!wrapped) return { lines: [cut(text, (line) => measure(line) * minSize <= width)], size: minSize }
  const lines = halve(text, measure)
  const twoLines = Math.min(wrapped.size, sizeFor(Math.max(...lines.map(measure)), width))
  if (twoLines >= wrapped.minSize) return { lines, size: twoLines }
  const fits = (line: string) => measure(line) * wrapped.minSize <= width
  return { lines: fill(text, 2, fits), size: wrapped.minSize }
}

function sizeFor(measured: number, width: number): number {
  return measured === 0 ? Number.POSITIVE_INFINITY : width / measured
}

/** The two lines whose longer one is shortest, parted between words where there are some. */
function halve(text: string, measure: Measure): string[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const breaks = spaces.length > 0 ? spaces : [Math.ceil(text.length / 2)]
  const longest = (lines: string[]) => Math.max(...lines.map(measure))
  return breaks
    .map((at) => [text.slice(0, at), text.slice(at).trimStart()])
    .reduce((best, lines) => (longest(lines) < longest(best) ? lines : best))
}

/** Full lines, the last one cut. */
function fill(text: string, count: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (let rest = text; rest !== '' && lines.length < count; ) {
    const isLast = lines.length === count - 1
    const line = isLast ? cut(rest, fits) : tidied(longestStart(rest, fits), rest)
    lines.push(line.trimEnd())
    rest = rest.slice(line.length)
  }
  return lines
}

/** Up to the last space or separator in its second half, else all of it. */
function tidied(line: string, rest: string): string {
  const end = Math.max(...[...' /?&=#'].map((mark) => line.lastIndexOf(mark))) + 1
  return line === rest || end <= line.length / 2 ? line : line.slice(0, end)
}

function cut(text: string, fits: (line: string) => boolean): string {
  return fits(text) ? text : `${longestStart(text, (start) => fits(`${start}…`)).trimEnd()}…`
}

/** As many letters from the start as fit, at least one. */
function longestStart(text: string, fits: (start: string) => boolean): string {
  let [low, high] = [1, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(text.slice(0, middle))) low = middle
    else high = middle - 1
  }
  return text.slice(0, low)
}
