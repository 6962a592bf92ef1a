import type { FittedText } from './certificate-drawing-text.ts'
import { fillLines, fitText } from './certificate-drawing-text.ts'
import type { FontFace, FontStyle } from './certificate-fonts.ts'
import type { FontBook } from './certificate-fonts-embedding.ts'
import { codeWidth, openFontBook } from './certificate-fonts-embedding.ts'
import type { GlyphLine, GlyphRun, Stroke } from './certificate-fonts-shaping.ts'
import { prepareText, shapeLine } from './certificate-fonts-shaping.ts'

export const colors = {
  navy: '#0B2545',
  blue: '#1F5796',
  ink: '#0F1B2D',
  muted: '#4A5565',
  border: '#CBD5E1',
  mist: '#EEF3F8',
} as const

/** How a text stands on the page; all lengths in points, from the top left. */
export interface TextPlace {
  style: FontStyle
  color: string
  /** the left edge, the middle or the right edge, as aligned */
  x: number
  /** the baseline; two wrapped lines stand evenly about it, filled lines follow it */
  y: number
  align?: 'left' | 'center' | 'right'
  width: number
  size: number
  minSize?: number
  /** two lines where one would be smaller than minSize */
  wrapped?: { size: number; minSize: number }
  /** full lines of the given size, broken anywhere */
  filled?: number
  leading?: number
  /** space added between letters, in points */
  tracking?: number
}

/** A page being written: PDF operators and the fonts they use. */
export interface Sheet {
  write(text: string, place: TextPlace): Promise<void>
  /** Writes one centred line in more than one style; for words that are known to fit. */
  writeRow(parts: [text: string, style: FontStyle][], place: RowPlace): Promise<void>
  /** Adds drawing operators as they are, y counted downwards. */
  operate(operators: string): void
  link(x: number, y: number, width: number, height: number, url: string): void
  printOn(doc: PDFKit.PDFDocument): void
}

export type RowPlace = Pick<TextPlace, 'color' | 'x' | 'y' | 'size'>

export function openSheet(): Sheet {
  const fonts = openFontBook()
  const operators: string[] = []
  const links: [x: number, y: number, width: number, height: number, url: string][] = []

  return {
    async write(text, place) {
      const { lines, size } = await fitted(text.trim(), place)
      const { tracking = 0, leading = size * 1.2 } = place
      const firstY = place.wrapped ? place.y - ((lines.length - 1) * leading) / 2 : place.y
      for (const [index, line] of lines.entries()) {
        // Tracking follows the last letter too; the eye centres on the letters.
        const width = (line.width * size) / 1000 + tracking * (glyphCount(line) - 1)
        const shift = { left: 0, center: width / 2, right: width }[place.align ?? 'left']
        const pen = { x: place.x - shift, y: firstY + index * leading, size, tracking, color: place.color }
        operators.push(lineOperators(line, pen, fonts))
      }
    },
    async writeRow(parts, place) {
      const lines: GlyphLine[] = []
      for (const [text, style] of parts) lines.push(shapeLine(await prepareText(text, style)))
      const width = lines.reduce((sum, line) => sum + line.width, 0)
      const pen = { ...place, x: place.x - (width * place.size) / 2000, tracking: 0 }
      operators.push(lineOperators({ runs: lines.flatMap(({ runs }) => runs), width }, pen, fonts))
    },
    operate: (added) => void operators.push(added),
    link: (...link) => void links.push(link),
    printOn(doc) {
      doc.addContent(operators.join('\n'))
      for (const link of links) doc.link(...link)
      fonts.embed(doc)
    },
  }
}

/** A colour as the three operands of rg and RG. */
export function rgb(color: string): string {
  return [1, 3, 5].map((at) => short(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')
}

async function fitted(text: string, place: TextPlace): Promise<FittedText> {
  const prepared = await prepareText(text, place.style)
  if (place.filled) return fillLines(prepared, place.width, place.size, place.filled)
  const { width, size, minSize = size, wrapped } = place
  const tracked = width - (place.tracking ?? 0) * prepared.text.length
  return fitText(prepared, { width: tracked, size, minSize, ...(wrapped && { wrapped }) })
}

function glyphCount(line: GlyphLine): number {
  return line.runs.reduce((sum, { glyphs }) => sum + glyphs.length, 0)
}

interface Pen {
  x: number
  y: number
  size: number
  tracking: number
  color: string
}

function lineOperators(line: GlyphLine, pen: Pen, fonts: FontBook): string {
  const text: string[] = []
  const strokes: string[] = []
  let { x } = pen
  for (const run of line.runs) {
    const { resource, codes } = fonts.encode(run)
    text.push(`/${resource} ${short(pen.size)} Tf`, runOperators(run, codes, { ...pen, x }))
    strokes.push(...run.strokes.map((stroke) => strokeOperators(run.face, stroke, { ...pen, x })))
    x += (run.width * pen.size) / 1000 + pen.tracking * run.glyphs.length
  }
  return [`${rgb(pen.color)} rg BT ${pen.tracking} Tc`, ...text, 'ET', ...strokes].join('\n')
}

/** Glyphs with an offset of their own are placed singly; between the others only kerning is said. */
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
    shown += (codes[index] ?? 0).toString(16).padStart(4, '0')
    pen += (advance * size) / 1000 + tracking
    const kerning = codeWidth(face, glyph) - advance
    if (flowing && Math.abs(kerning) > 0.5) shown += `>${short(kerning)}<`
  }
  return shown ? `${operators}[<${shown}>] TJ` : operators
}

function strokeOperators(face: FontFace, { id, x, y }: Stroke, pen: Pen): string {
  const em = pen.size / 1000
  const scale = short(em * face.scale, 6)
  const origin = `${short(pen.x + x * em)} ${short(pen.y - y * em)}`
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

/** PDF knows no quadratic curves. */
function cubic(from: Point, control: Point, to: Point): string {
  const near = ([x, y]: Point): string =>
    `${short((x + 2 * control[0]) / 3)} ${short((y + 2 * control[1]) / 3)}`
  return `${near(from)} ${near(to)} ${to.join(' ')}`
}

/** The page counts y downwards, letters stand upwards. */
function upright(x: number, y: number): string {
  return `1 0 0 -1 ${short(x)} ${short(y)}`
}

function short(value: number, digits = 3): string {
  return `${Number(value.toFixed(digits))}`
}
