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

/** A glyph as drawn; lengths in 1/1000 em. */
export interface Glyph {
  id: number
  /** what it stands for when the text is copied or searched */
  text: string
  advance: number
  dx: number
  dy: number
  /** whether its advance is its cluster's and not the font's */
  joint: boolean
}

/** A glyph that says nothing of its own (a dot of an Arabic letter, a split vowel), at its place in the run. */
export interface Stroke {
  id: number
  x: number
  y: number
}

/** Shapes a text of one face and direction. */
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

// One for all: those left to the garbage collector pile up outside its sight.
const buffer = new ShapingBuffer()
const plainFeatures = ['liga', 'clig', 'calt'].map((tag) => new Feature(tag, 0))
// Piled-up marks stay within reach of their line, however many there are.
const steepest = 900

type ShapedGlyph = Pick<Glyph, 'id' | 'advance' | 'dx' | 'dy'>

/** One glyph of a cluster carries its text and its whole width, so that it reads without gaps; the rest are strokes. */
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
