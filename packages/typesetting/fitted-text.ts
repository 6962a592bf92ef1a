import type { PreparedText } from './prepared-text.ts'
import { graphemeEnds, shorten } from './prepared-text.ts'
import type { ShapedLine } from './shaped-line.ts'
import { shapeLine } from './shaped-line.ts'

/** The box of a text, in points. */
export interface TextBox {
  width: number
  size: number
  /** The smallest size on one line; smaller text is wrapped. */
  minSize: number
  /** The largest and smallest size on two lines. Absent: one line, cut with an ellipsis. */
  wrapped?: { size: number; minSize: number }
}

export interface FittedText {
  lines: ShapedLine[]
  size: number
}

/** Shrinks a text to its box, then wraps it to two lines, then cuts it with an ellipsis. It is never wider than the box. */
export function fitText(prepared: PreparedText, box: TextBox): FittedText {
  const whole = shapeLine(prepared)
  const size = Math.min(box.size, sizeFor(whole.width, box.width))
  if (size >= box.minSize) return { lines: [whole], size }
  return box.wrapped ? fitTwoLines(prepared, box.width, box.wrapped) : cutOneLine(prepared, box)
}

/** Breaks an address into lines of the box's width, at any character. Cuts the last line. */
export function fillLines(
  prepared: PreparedText,
  width: number,
  size: number,
  lineCount: number,
): FittedText {
  const ends = graphemeEnds(prepared)
  const lines: ShapedLine[] = []
  let start = 0
  while (start < prepared.text.length && lines.length < lineCount) {
    const last = lines.length === lineCount - 1
    const rest = shapeLine(prepared, start)
    if (rest.width * size <= width * 1000) return { lines: [...lines, rest], size }
    if (last) return { lines: [...lines, cutLine(prepared, ends, start, width, size)], size }
    const full = furthest(ends, start, (at) => shapeLine(prepared, start, at).width * size <= width * 1000)
    const end = tidyBreak(prepared.text, start, full)
    lines.push(shapeLine(prepared, start, end))
    start = prepared.text[end] === ' ' ? end + 1 : end
  }
  return { lines, size }
}

/** Returns the last space or separator in the second half of the line, else the end of the line. */
function tidyBreak(text: string, start: number, full: number): number {
  for (let at = full; at > (start + full) / 2; at--) {
    if (text[at] === ' ' || '/?&=#'.includes(text[at - 1] ?? '')) return at
  }
  return full
}

function sizeFor(width: number, room: number): number {
  return width === 0 ? Number.POSITIVE_INFINITY : Math.floor((room / width) * 100_000) / 100
}

function cutOneLine(prepared: PreparedText, { width, minSize }: TextBox): FittedText {
  return { lines: [cutLine(prepared, graphemeEnds(prepared), 0, width, minSize)], size: minSize }
}

function fitTwoLines(
  prepared: PreparedText,
  width: number,
  { size, minSize }: { size: number; minSize: number },
): FittedText {
  const ends = graphemeEnds(prepared)
  const spaces = ends.filter((end) => prepared.text[end] === ' ')
  for (const breaks of [spaces, ends]) {
    if (breaks.length === 0) continue
    const lines = balance(prepared, breaks)
    const fitting = Math.min(size, sizeFor(Math.max(...lines.map((line) => line.width)), width))
    if (fitting >= minSize) return { lines, size: fitting }
  }
  return { lines: fillLines(prepared, width, minSize, 2).lines, size: minSize }
}

/** Returns the two lines whose longer line is shortest. */
function balance(prepared: PreparedText, breaks: number[]): ShapedLine[] {
  const { text } = prepared
  const split = (at: number): ShapedLine[] => [
    shapeLine(prepared, 0, at),
    shapeLine(prepared, text[at] === ' ' ? at + 1 : at),
  ]
  const shorterFirst = (at: number): boolean => {
    const [first, second] = split(at)
    return (first?.width ?? 0) <= (second?.width ?? 0)
  }
  const before = furthest(breaks, 0, shorterFirst)
  const after = breaks.find((at) => at > before) ?? before
  const longest = (lines: ShapedLine[]): number => Math.max(...lines.map((line) => line.width))
  const [one, other] = [split(before), split(after)]
  return longest(one) <= longest(other) ? one : other
}

function cutLine(
  prepared: PreparedText,
  ends: number[],
  start: number,
  width: number,
  size: number,
): ShapedLine {
  const cut = (end: number): ShapedLine => shapeLine(shorten(prepared, start, end))
  return cut(furthest(ends, start, (end) => cut(end).width * size <= width * 1000))
}

/** Returns the last position after start that fits, by bisection; the first one if none does. */
function furthest(positions: number[], start: number, holds: (position: number) => boolean): number {
  const ahead = positions.filter((position) => position > start)
  let [low, high] = [0, ahead.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(ahead[middle] as number)) low = middle
    else high = middle - 1
  }
  return ahead[low] ?? start
}
