import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Face, Font, Variation } from 'harfbuzzjs'
import decompress from 'woff2-encoder/decompress'
import type { FontFamily, FontStyle } from './font-families.ts'
import { coreFamily, familiesFor } from './font-families.ts'
import { remember } from './remember.ts'

/** One font file with its family's axes. Widths and offsets are in 1/1000 em. */
export interface FontFace extends FontFamily {
  key: string
  font: Font
  /** The decompressed sfnt, still variable. */
  program: Uint8Array
  /** Converts font units to 1/1000 em. */
  scale: number
  name: string
  /** It may be a style's core face. */
  isCore: boolean
  /** Its space is as wide as the space between words. */
  hasWordSpace: boolean
}

/** Returns the face of a page's own words. Every style has one, which is loaded first. */
export async function coreFace(style: FontStyle): Promise<FontFace> {
  return loadFace(coreFamily(style), 'latin')
}

/** Returns the first face that can draw the whole grapheme, or undefined if no font has it. */
export async function findFace(style: FontStyle, grapheme: string): Promise<FontFace | undefined> {
  const codePoints = [...grapheme]
    .filter((char) => !ignorable.test(char))
    .map((char) => char.codePointAt(0) as number)
  for (const family of familiesFor(style, grapheme)) {
    for (const [slice, ranges] of slicesOf(family.package)) {
      if (!codePoints.every((codePoint) => within(ranges, codePoint))) continue
      const face = await loadFace(family, slice)
      if (codePoints.every((codePoint) => face.font.glyph(codePoint))) return face
    }
  }
  return undefined
}

/** The characters that every core face has. */
export const coreCharacters =
  /[\u0020-\u007E\u00A0-\u00AC\u00AE-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026]/

/** The characters that have no glyph of their own, such as a joiner. */
export const ignorable = /\p{Default_Ignorable_Code_Point}/u

type Ranges = [first: number, last: number][]

const require = createRequire(import.meta.url)
const slices = new Map<string, [slice: string, Ranges][]>()
const programs = new Map<string, Promise<Uint8Array>>()
const faces = new Map<string, Promise<FontFace>>()

function slicesOf(family: string): [slice: string, Ranges][] {
  return remember(slices, family, () => {
    const listed: Record<string, string> = require(`@fontsource-variable/${family}/unicode.json`)
    return Object.entries(listed).map(([slice, text]): [string, Ranges] => [
      slice.replace(/[[\]]/g, ''),
      text.split(',').map(readRange),
    ])
  })
}

function readRange(text: string): [first: number, last: number] {
  const [first = '', last = first] = text.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function within(ranges: Ranges, codePoint: number): boolean {
  return ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
}

function loadFace(family: FontFamily, slice: string): Promise<FontFace> {
  const key = `${family.package}/${slice}/${family.axes.wght}`
  return remember(faces, key, async () => {
    const file = `@fontsource-variable/${family.package}/files/${family.package}-${slice}-${family.file}-normal.woff2`
    const program = await remember(programs, file, () => decompress(readFileSync(require.resolve(file))))
    const face = new Face(new Blob(program))
    const font = new Font(face)
    font.setVariations(Object.entries(family.axes).map(([tag, value]) => new Variation(tag, value)))
    const name = `${face.getName(1, 'en').replaceAll(/[^A-Za-z0-9]/g, '')}-${family.axes.wght}`
    return {
      ...family,
      key,
      font,
      program,
      name,
      scale: 1000 / face.upem,
      isCore: slice === 'latin' && !family.ligatures,
      hasWordSpace: family.package !== 'noto-emoji' && font.glyph(0x20) !== undefined,
    }
  })
}
