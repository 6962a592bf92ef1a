import type { FontFace } from './font-faces.ts'
import { coreCharacters, coreFace, findFace, ignorable } from './font-faces.ts'
import type { FontStyle } from './font-families.ts'
import type { TextDirection } from './text-direction.ts'
import { directionOf } from './text-direction.ts'

/** Cleaned text with its fonts. All of it or a part can be shaped. */
export interface PreparedText {
  text: string
  style: FontStyle
  core: FontFace
  /** The face of each UTF-16 unit; undefined if the core face has all of a left-to-right text, as usual. */
  faces: FontFace[] | undefined
  direction: TextDirection
}

/** Chooses a text's fonts. A character without a font is drawn as a box. */
export async function prepareText(raw: string, style: FontStyle): Promise<PreparedText> {
  const text = cleanText(raw)
  const core = await coreFace(style)
  const faces = coreOnly.test(text) ? undefined : await chooseFaces(text, style, core)
  return { text, style, core, faces, direction: faces ? directionOf(text) : 'ltr' }
}

/** Returns the characters that no font can draw in the style of names, each once. */
export async function lettersWithoutGlyph(raw: string): Promise<string[]> {
  const { text, core, faces = [] } = await prepareText(raw, 'display')
  const isDrawn = (char: string, at: number) =>
    ignorable.test(char) || (faces[at] ?? core).font.glyph(char.codePointAt(0) as number) !== undefined
  let at = 0
  const missing = [...text].filter((char) => {
    at += char.length
    return !isDrawn(char, at - char.length)
  })
  return [...new Set(missing)]
}

/** Returns printable text: one line, composed characters, at most a thousand. */
export function cleanText(raw: string): string {
  // Half of a surrogate pair at the cut would be a box.
  const cut = raw.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '')
  const text = raw.length > longestText ? `${cut}…` : raw
  const spaced = text.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' ')
  return spaced.replaceAll(/\p{Cc}/gu, '\uFFFD')
}

/** Returns a part of a text, with an ellipsis for the rest. */
export function shorten(prepared: PreparedText, start: number, end: number): PreparedText {
  const kept = prepared.text.slice(start, end).trimEnd()
  const faces = prepared.faces?.slice(start, start + kept.length).concat(prepared.core)
  return { ...prepared, text: `${kept}…`, faces }
}

/** Returns where a text may be cut, ascending, including its end. Only absurdly long characters are split. */
export function graphemeEnds({ text }: PreparedText): number[] {
  return Array.from(segmenter.segment(text)).flatMap(({ index, segment }) => {
    let end = index
    const parts = segment.length > longestGrapheme ? Array.from(segment) : [segment]
    return parts.map((part) => {
      end += part.length
      return end
    })
  })
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const coreOnly = new RegExp(`^${coreCharacters.source}*$`)
const longestText = 1000
const longestGrapheme = 24

async function chooseFaces(text: string, style: FontStyle, core: FontFace): Promise<FontFace[]> {
  const faces: (FontFace | undefined)[] = []
  for (const { segment } of segmenter.segment(text)) {
    const isSpace = segment === ' '
    const whole = isSpace ? undefined : await findFace(style, segment)
    // No font has the base with its marks, so each character is drawn separately, or as a box.
    for (const char of segment) {
      const face = isSpace ? undefined : (whole ?? (await findFace(style, char)) ?? core)
      faces.push(...Array<typeof face>(char.length).fill(face))
    }
  }
  // A space uses the face of the text beside it. The emoji font's space is as wide as an emoji.
  const beside = (at: number): FontFace | undefined =>
    [faces[at - 1], faces[at + 1]].find((face) => face?.hasWordSpace)
  return faces.map((face, at) => face ?? beside(at) ?? core)
}
