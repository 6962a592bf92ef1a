import type { Bidi } from 'bidi-js'
import bidiFactory from 'bidi-js'
import { ClusterLevel, Direction, Feature, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'
import type { FontFace, FontStyle } from './certificate-fonts.ts'
import { coreFace, findFace } from './certificate-fonts.ts'

/** Text cleaned for drawing, with the face of each stretch; shape it whole or by part. */
export interface PreparedText {
  text: string
  style: FontStyle
  core: FontFace
  stretches: Stretch[]
  direction: 'ltr' | 'rtl'
  /** plain left-to-right text of the core face, the common case */
  plain: boolean
}

interface Stretch {
  start: number
  end: number
  face: FontFace
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

/** Glyphs of one face, in visual order. */
export interface GlyphRun {
  face: FontFace
  glyphs: Glyph[]
  strokes: Stroke[]
  width: number
}

/** A line in visual order from left to right; width in 1/1000 em. */
export interface GlyphLine {
  runs: GlyphRun[]
  width: number
}

/** Chooses fonts for a text. Line breaks and tabs become spaces; what no font has stays, to be drawn as a box. */
export async function prepareText(raw: string, style: FontStyle): Promise<PreparedText> {
  const text = cleanText(raw)
  const core = await coreFace(style)
  const whole = { start: 0, end: text.length, face: core }
  if (coreOnly.test(text)) return { text, style, core, stretches: [whole], direction: 'ltr', plain: true }
  const stretches = await chooseFaces(text, style, core)
  const direction = rightToLeft.test(text) ? baseDirection(text) : 'ltr'
  return { text, style, core, stretches, direction, plain: false }
}

/** A part of a text with an ellipsis for what is left out. */
export function shorten(prepared: PreparedText, start: number, end: number): PreparedText {
  const { core, plain } = prepared
  const kept = prepared.text.slice(start, end).trimEnd()
  const text = `${kept}…`
  if (plain) return { ...prepared, text, stretches: [{ start: 0, end: text.length, face: core }] }
  const stretches = prepared.stretches
    .map(({ face, ...at }) => ({
      face,
      start: Math.max(at.start - start, 0),
      end: Math.min(at.end - start, kept.length),
    }))
    .filter((stretch) => stretch.end > stretch.start)
  return {
    ...prepared,
    text,
    stretches: [...stretches, { start: kept.length, end: text.length, face: core }],
  }
}

/** Where a text may be cut: ascending positions, the end included. Only characters of absurd length are torn. */
export function graphemeEnds(prepared: PreparedText): number[] {
  return Array.from(segmenter.segment(prepared.text)).flatMap(({ index, segment }) =>
    segment.length > longestGrapheme ? codePointEnds(segment, index) : [index + segment.length],
  )
}

/** Shapes a part of the text as one line. */
export function shapeLine(prepared: PreparedText, start = 0, end = prepared.text.length): GlyphLine {
  const text = prepared.text.slice(start, end)
  if (!prepared.plain) return shapeMixed(prepared, start, end)
  const key = `${prepared.style} ${text}`
  const known = plainLines.get(key)
  if (known) return known
  // Most words come again on the next certificate; the bound keeps the rest from piling up.
  if (plainLines.size >= 1000) plainLines.clear()
  const run = shapeRun(prepared.core, text, 'ltr')
  const line = { runs: [run], width: run.width }
  plainLines.set(key, line)
  return line
}

const plainLines = new Map<string, GlyphLine>()
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const bidi = (bidiFactory as unknown as () => Bidi)()

export const coreCharacters =
  /[\u0020-\u007E\u00A0-\u00AC\u00AE-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026]/
const coreOnly = new RegExp(`^${coreCharacters.source}*$`)
const rightToLeft =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

// One for all: those left to the garbage collector pile up outside its sight.
const buffer = new ShapingBuffer()
const plainFeatures = ['liga', 'clig', 'calt'].map((tag) => new Feature(tag, 0))
const longestText = 1000
const longestGrapheme = 24
// Piled-up marks stay within reach of their line, however many there are.
const steepest = 900

function codePointEnds(text: string, start: number): number[] {
  let end = start
  return Array.from(text, (char) => {
    end += char.length
    return end
  })
}

/** A text as it may be printed or named: a thousand letters at most, on one line; a box for what is no letter. */
export function cleanText(raw: string): string {
  // Half a pair at the cut would show as a box.
  const cut = raw.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '')
  const text = raw.length > longestText ? `${cut}…` : raw
  const spaced = text.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' ')
  return spaced.replaceAll(/\p{Cc}/gu, '\uFFFD')
}

async function chooseFaces(text: string, style: FontStyle, core: FontFace): Promise<Stretch[]> {
  const parts: Faced[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    parts.push(...(await faceGrapheme(segment, index, style, core)))
  }
  const stretches: Stretch[] = []
  for (const [index, { start, end, ...own }] of parts.entries()) {
    // A space goes with the text beside it; that of the emoji is as wide as a picture.
    const beside = [parts[index - 1]?.face, parts[index + 1]?.face]
    const face = own.face ?? beside.find((candidate) => candidate?.hasWordSpace) ?? core
    const last = stretches.at(-1)
    if (last?.face === face) last.end = end
    else stretches.push({ start, end, face })
  }
  return stretches
}

type Faced = Omit<Stretch, 'face'> & { face?: FontFace }

/** A space has no face of its own. */
async function faceGrapheme(
  grapheme: string,
  index: number,
  style: FontStyle,
  core: FontFace,
): Promise<Faced[]> {
  if (grapheme === ' ') return [{ start: index, end: index + 1 }]
  const face = await findFace(style, grapheme)
  if (face) return [{ start: index, end: index + grapheme.length, face }]
  // No font has the base with its marks: each character alone, a box for what nobody has.
  const parts: Faced[] = []
  let start = index
  for (const char of grapheme) {
    const end = start + char.length
    parts.push({ start, end, face: (await findFace(style, char)) ?? core })
    start = end
  }
  return parts
}

function baseDirection(text: string): 'ltr' | 'rtl' {
  return (bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level ?? 0) % 2 ? 'rtl' : 'ltr'
}

function shapeMixed(prepared: PreparedText, start: number, end: number): GlyphLine {
  const text = prepared.text.slice(start, end)
  const levels =
    rightToLeft.test(text) || prepared.direction === 'rtl'
      ? bidi.getEmbeddingLevels(text, prepared.direction).levels
      : undefined
  const leveled: { run: GlyphRun; level: number }[] = []
  for (const stretch of prepared.stretches) {
    const last = Math.min(stretch.end, end) - start
    let from = Math.max(stretch.start, start) - start
    while (from < last) {
      const level = levels?.[from] ?? 0
      let to = from + 1
      while (to < last && (levels?.[to] ?? 0) === level) to++
      const run = shapeRun(stretch.face, text.slice(from, to), level % 2 ? 'rtl' : 'ltr')
      leveled.push({ run, level })
      from = to
    }
  }
  const runs = visualOrder(leveled)
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}

/** Rule L2 of the Unicode bidirectional algorithm, over runs. */
function visualOrder(leveled: { run: GlyphRun; level: number }[]): GlyphRun[] {
  const order = [...leveled]
  const highest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++
      if (to > from + 1) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  }
  return order.map(({ run }) => run)
}

function shapeRun(face: FontFace, text: string, direction: 'ltr' | 'rtl'): GlyphRun {
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
