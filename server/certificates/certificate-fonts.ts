import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Face, Font, Variation } from 'harfbuzzjs'
import decompress from 'woff2-encoder/decompress'

/** The three voices of the certificate: display for the name and headings, body and strong for the rest. */
export type FontStyle = 'display' | 'body' | 'strong'

/** One font file at fixed axes. Widths and offsets are in 1/1000 em. */
export interface FontFace {
  key: string
  font: Font
  /** the decompressed sfnt, still variable */
  program: Uint8Array
  axes: Record<string, number>
  /** font units to 1/1000 em */
  scale: number
  name: string
  serif: boolean
  /** whether ligatures may replace letters: scripts that need them yes, Latin no */
  ligatures: boolean
  /** whether it has a space as wide as between words */
  hasWordSpace: boolean
}

/** The face that carries the certificate's own words; every style has one, loaded first. */
export async function coreFace(style: FontStyle): Promise<FontFace> {
  return loadFace(families[style][0] as Family, 'latin')
}

/** The first face that can draw the whole grapheme, or undefined when no font here has it. */
export async function findFace(style: FontStyle, grapheme: string): Promise<FontFace | undefined> {
  const codePoints = [...grapheme]
    .filter((char) => !ignorable.test(char))
    .map((char) => char.codePointAt(0) as number)
  const pictograph = emoji.test(grapheme)
  const candidates = pictograph ? [noto('emoji', style), ...families[style]] : families[style]
  for (const family of candidates) {
    for (const [slice, ranges] of slicesOf(family.package)) {
      if (!codePoints.every((codePoint) => within(ranges, codePoint))) continue
      const face = await loadFace(family, slice)
      if (codePoints.every((codePoint) => face.font.glyph(codePoint))) return face
    }
  }
  return undefined
}

interface Family {
  package: string
  /** which axes the file has, in fontsource's words */
  file: 'wght' | 'standard'
  axes: Record<string, number>
  serif: boolean
  ligatures: boolean
}

type Ranges = [first: number, last: number][]

const weights: Record<FontStyle, number> = { display: 600, body: 400, strong: 600 }

const serif: Family = {
  package: 'source-serif-4',
  file: 'standard',
  axes: { wght: 600, opsz: 40 },
  serif: true,
  ligatures: false,
}

const families: Record<FontStyle, Family[]> = {
  display: [serif, ...sansFamilies('display')],
  body: sansFamilies('body'),
  strong: sansFamilies('strong'),
}

function sansFamilies(style: FontStyle): Family[] {
  const inter: Family = { ...noto('', style), package: 'inter', ligatures: false }
  const scripts = ['arabic', 'hebrew', 'armenian', 'georgian', 'devanagari', 'thai', 'sc', 'kr']
  return [inter, ...scripts.map((script) => noto(`sans-${script}`, style)), noto('emoji', style)]
}

function noto(part: string, style: FontStyle): Family {
  return {
    package: `noto-${part}`,
    file: 'wght',
    axes: { wght: weights[style] },
    serif: false,
    ligatures: true,
  }
}

const ignorable = /\p{Default_Ignorable_Code_Point}/u
const emoji = /\p{Emoji_Presentation}|\uFE0F/u

const require = createRequire(import.meta.url)
const slices = new Map<string, [slice: string, Ranges][]>()
const programs = new Map<string, Promise<Uint8Array>>()
const faces = new Map<string, Promise<FontFace>>()

function slicesOf(family: string): [slice: string, Ranges][] {
  const known = slices.get(family)
  if (known) return known
  const listed: Record<string, string> = require(`@fontsource-variable/${family}/unicode.json`)
  const read = Object.entries(listed).map(([slice, text]): [string, Ranges] => [
    slice.replace(/[[\]]/g, ''),
    text.split(',').map(readRange),
  ])
  slices.set(family, read)
  return read
}

function readRange(text: string): [first: number, last: number] {
  const [first = '', last = first] = text.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function within(ranges: Ranges, codePoint: number): boolean {
  return ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
}

function loadFace(family: Family, slice: string): Promise<FontFace> {
  const key = `${family.package}/${slice}/${family.axes.wght}`
  return remember(faces, key, async () => {
    const file = `@fontsource-variable/${family.package}/files/${family.package}-${slice}-${family.file}-normal.woff2`
    const program = await remember(programs, file, () => decompress(readFileSync(require.resolve(file))))
    const face = new Face(new Blob(program))
    const font = new Font(face)
    font.setVariations(Object.entries(family.axes).map(([tag, value]) => new Variation(tag, value)))
    const name = `${face.getName(1, 'en').replaceAll(/[^A-Za-z0-9]/g, '')}-${family.axes.wght}`
    const hasWordSpace = family.package !== 'noto-emoji' && font.glyph(0x20) !== undefined
    return { ...family, key, font, program, name, hasWordSpace, scale: 1000 / face.upem }
  })
}

function remember<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = kept.get(key)
  if (known) return known
  const made = make()
  kept.set(key, made)
  return made
}
