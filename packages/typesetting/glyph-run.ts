import { ClusterLevel, Direction, Feature, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'
import type { FontFace } from './font-faces.ts'
import type { TextDirection } from './text-direction.ts'

/** Glyphs of one face, in visual order. */
export interface GlyphRun {
  face: FontFace
  glyphs: Glyph[]
  strokes: Stroke[]
  width: number
}

/** A drawn glyph. Lengths are in 1/1000 em. */
export interface Glyph {
  id: number
  /** The text for copying and searching. */
  text: string
  advance: number
  dx: number
  dy: number
  /** Its advance is its cluster's, not the font's. */
  joint: boolean
}

/** A glyph without its own text, such as a dot of an Arabic letter or a split vowel, at its place in the run. */
export interface Stroke {
  id: number
  x: number
  y: number
}

/** Shapes a text of one face and one direction. */
export function shapeRun(face: FontFace, text: string, direction: TextDirection): GlyphRun {
  buffer.clearContents()
  buffer.addText(text)
  buffer.setDirection(direction === 'rtl' ? Direction.RTL : Direction.LTR)
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
  buffer.guessSegmentProperties()
  shape(face.font, buffer, face.ligatures ? [] : plainFeatures)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const ends = clusterEnds(infos, text.length)
  const run: GlyphRun = { face, glyphs: [], strokes: [], width: 0 }
  for (let from = 0; from < infos.length; ) {
    const cluster = infos[from]?.cluster ?? 0
    let to = from + 1
    while (to < infos.length && infos[to]?.cluster === cluster) to++
    const parts = Array.from({ length: to - from }, (_, index): ShapedGlyph => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[from + index] ?? {}
      const [advance, dx, dy] = [xAdvance * face.scale, xOffset * face.scale, yOffset * face.scale]
      return {
        id: infos[from + index]?.codepoint ?? 0,
        advance,
        dx,
        dy: Math.max(-steepest, Math.min(steepest, dy)),
      }
    })
    addCluster(run, text.slice(cluster, ends.get(cluster)), parts)
    from = to
  }
  return run
}

// One buffer for all: the garbage collector does not see their memory, so they would pile up.
const buffer = new ShapingBuffer()
const plainFeatures = ['liga', 'clig', 'calt'].map((tag) => new Feature(tag, 0))
// Limits how far stacked marks may reach from their line.
const steepest = 900

type ShapedGlyph = Pick<Glyph, 'id' | 'advance' | 'dx' | 'dy'>

/** Gives one glyph of each cluster the text and the whole width, so that copied text has no gaps. The others are strokes. */
function addCluster(run: GlyphRun, text: string, parts: ShapedGlyph[]): void {
  const speaker = parts.find(({ advance }) => advance > 0) ?? parts[0]
  const width = parts.reduce((sum, { advance }) => sum + advance, 0)
  let pen = 0
  for (const part of parts) {
    if (part === speaker)
      run.glyphs.push({ ...part, text, advance: width, dx: part.dx + pen, joint: parts.length > 1 })
    else run.strokes.push({ id: part.id, x: run.width + pen + part.dx, y: part.dy })
    pen += part.advance
  }
  run.width += width
}

function clusterEnds(infos: { cluster: number }[], length: number): Map<number, number> {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  return new Map(starts.map((start, index) => [start, starts[index + 1] ?? length]))
}
