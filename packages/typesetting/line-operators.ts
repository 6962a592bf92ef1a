import { codeWidth } from './embedded-font.ts'
import type { FontBook } from './font-book.ts'
import type { FontFace } from './font-faces.ts'
import type { GlyphRun, Stroke } from './glyph-run.ts'
import { hex, rgb, rounded } from './notation.ts'
import type { ShapedLine } from './shaped-line.ts'

/** A line's place and style, in points from the top left. y is the baseline. */
export interface Pen {
  x: number
  y: number
  size: number
  tracking: number
  color: string
}

/** Returns the operators that write a line. Tracking is added after every letter. */
export function lineOperators(line: ShapedLine, pen: Pen, fonts: FontBook): string {
  const text: string[] = []
  const strokes: string[] = []
  let { x } = pen
  for (const run of line.runs) {
    const { resource, codes } = fonts.encode(run)
    text.push(`/${resource} ${rounded(pen.size)} Tf`, runOperators(run, codes, { ...pen, x }))
    strokes.push(...run.strokes.map((stroke) => strokeOperators(run.face, stroke, { ...pen, x })))
    x += (run.width * pen.size) / 1000 + pen.tracking * run.glyphs.length
  }
  return [`${rgb(pen.color)} rg BT ${pen.tracking} Tc`, ...text, 'ET', ...strokes].join('\n')
}

/** Places glyphs with an offset one by one. The others need only kerning. */
function runOperators({ face, glyphs }: GlyphRun, codes: number[], { x, y, size, tracking }: Pen): string {
  let operators = ''
  let shown = ''
  let pen = x
  let flowing = false
  for (const [index, glyph] of glyphs.entries()) {
    const { advance, dx, dy } = glyph
    const placed = dx !== 0 || dy !== 0
    if (placed || !flowing) {
      if (shown) operators += `[<${shown}>] TJ\n`
      shown = ''
      operators += `${upright(pen + (dx * size) / 1000, y - (dy * size) / 1000)} Tm\n`
    }
    flowing = !placed
    shown += hex(codes[index] ?? 0)
    pen += (advance * size) / 1000 + tracking
    const kerning = codeWidth(face, glyph) - advance
    if (flowing && Math.abs(kerning) > 0.5) shown += `>${rounded(kerning)}<`
  }
  return shown ? `${operators}[<${shown}>] TJ` : operators
}

function strokeOperators(face: FontFace, { id, x, y }: Stroke, pen: Pen): string {
  const em = pen.size / 1000
  const scale = rounded(em * face.scale, 6)
  const origin = `${rounded(pen.x + x * em)} ${rounded(pen.y - y * em)}`
  return `q ${scale} 0 0 -${scale} ${origin} cm ${outline(face, id)} f Q`
}

function outline(face: FontFace, id: number): string {
  let [fromX, fromY] = [0, 0]
  const operators = face.font.glyphToJson(id).map(({ type, values }) => {
    const [a = 0, b = 0, c = 0, d = 0] = values
    const start = [fromX, fromY] as const
    ;[fromX, fromY] = [values.at(-2) ?? fromX, values.at(-1) ?? fromY]
    if (type === 'M') return `${a} ${b} m`
    if (type === 'L') return `${a} ${b} l`
    if (type === 'C') return `${values.join(' ')} c`
    if (type === 'Q') return `${cubic(start, [a, b], [c, d])} c`
    return 'h'
  })
  return operators.join(' ')
}

type Point = readonly [x: number, y: number]

/** Converts a quadratic curve, which PDF does not have. */
function cubic(from: Point, control: Point, to: Point): string {
  const near = ([x, y]: Point): string =>
    `${rounded((x + 2 * control[0]) / 3)} ${rounded((y + 2 * control[1]) / 3)}`
  return `${near(from)} ${near(to)} ${to.join(' ')}`
}

/** Flips the glyph: the page's y axis points down, and letters point up. */
function upright(x: number, y: number): string {
  return `1 0 0 -1 ${rounded(x)} ${rounded(y)}`
}
