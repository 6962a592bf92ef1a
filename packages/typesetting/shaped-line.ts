import type { FontFace } from './font-faces.ts'
import type { GlyphRun } from './glyph-run.ts'
import { shapeRun } from './glyph-run.ts'
import type { PreparedText } from './prepared-text.ts'
import type { TextDirection } from './text-direction.ts'
import { levelsOf, visualOrder } from './text-direction.ts'

/** A line in visual order from left to right. Its width is in 1/1000 em. */
export interface ShapedLine {
  runs: GlyphRun[]
  width: number
}

/** Shapes a part of the text as one line. */
export function shapeLine(prepared: PreparedText, start = 0, end = prepared.text.length): ShapedLine {
  const text = prepared.text.slice(start, end)
  if (prepared.faces) return joinRuns(shapeMixed(text, prepared.faces.slice(start, end), prepared.direction))
  const key = `${prepared.style} ${text}`
  const known = plainLines.get(key)
  if (known) return known
  // Most words come again on the next page. The limit keeps rare words from piling up.
  if (plainLines.size >= 1000) plainLines.clear()
  const line = joinRuns([shapeRun(prepared.core, text, 'ltr')])
  plainLines.set(key, line)
  return line
}

/** Joins runs to one line. */
export function joinRuns(runs: GlyphRun[]): ShapedLine {
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}

const plainLines = new Map<string, ShapedLine>()

/** Returns a run for each stretch with one face and one level. */
function shapeMixed(text: string, faces: FontFace[], direction: TextDirection): GlyphRun[] {
  const levels = levelsOf(text, direction)
  const leveled: { run: GlyphRun; level: number }[] = []
  for (let from = 0; from < text.length; ) {
    const [face, level] = [faces[from] as FontFace, levels?.[from] ?? 0]
    let to = from + 1
    while (to < text.length && faces[to] === face && (levels?.[to] ?? 0) === level) to++
    leveled.push({ run: shapeRun(face, text.slice(from, to), level % 2 ? 'rtl' : 'ltr'), level })
    from = to
  }
  return visualOrder(leveled).map(({ run }) => run)
}
