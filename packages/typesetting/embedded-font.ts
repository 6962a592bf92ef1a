import { deflateSync } from 'node:zlib'
import { endedStream } from './ended-stream.ts'
import type { FontFace } from './font-faces.ts'
import { coreCharacters } from './font-faces.ts'
import { cutSubset } from './font-subset.ts'
import type { Glyph } from './glyph-run.ts'
import { rounded } from './notation.ts'
import { remember } from './remember.ts'
import { unicodeMap } from './unicode-map.ts'

/** A compressed, measured font subset, ready for a document. */
export interface EmbeddableFont {
  glyphIds: Set<number>
  program: Uint8Array
  programLength: number
  toUnicode: Uint8Array
  widths: Verbatim
  /** Maps codes to glyph ids; absent if they are equal. */
  codeMap?: Uint8Array
}

/** A code of a font. A shape with different texts has several codes. */
export interface Character {
  id: number
  text: string
  width: number
}

/** Code 0 of every font. */
export const missing: Character = { id: 0, text: '\uFFFD', width: 0 }

/** The advance that the document stores for a glyph, in 1/1000 em. Differences are kerning. */
export function codeWidth(face: FontFace, glyph: Pick<Glyph, 'id' | 'advance' | 'joint'>): number {
  return rounded(glyph.joint ? glyph.advance : face.font.glyphHAdvance(glyph.id) * face.scale, 1)
}

/**
 * Returns a core face with all its usual letters, or undefined for another face. The subset is made once per
 * thread; it would take most of a page's time.
 */
export function coreFont(face: FontFace): EmbeddableFont | undefined {
  return face.isCore ? remember(coreFonts, face, () => cutCoreFont(face)) : undefined
}

/** Returns a face with the characters of one document. Their positions are their codes. */
export function cutFont(face: FontFace, characters: Character[]): EmbeddableFont {
  const ids = characters.map(({ id }) => id)
  return {
    ...cutProgram(face, ids),
    toUnicode: deflateSync(unicodeMap(characters.map(({ text }, code) => [code, text]))),
    widths: new Verbatim(`[0 [${characters.map(({ width }) => width).join(' ')}]]`),
    codeMap: deflateSync(Uint8Array.from(ids.flatMap((id) => [id >> 8, id & 0xff]))),
  }
}

/** Writes a font's objects under its name on the page. */
export function embedFont(
  doc: PDFKit.PDFDocument,
  resource: string,
  face: FontFace,
  font: EmbeddableFont,
): void {
  const name = `${subsetTag(resource)}+${face.name}`
  const program = endedStream(doc, { Length1: font.programLength }, font.program)
  const descriptor = doc.ref({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: face.serif ? 6 : 4,
    FontBBox: boundingBox(face),
    ItalicAngle: 0,
    Ascent: 950,
    Descent: -250,
    CapHeight: 720,
    StemV: 80,
    FontFile2: program,
  })
  const descendant = doc.ref({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
    CIDToGIDMap: font.codeMap ? endedStream(doc, {}, font.codeMap) : 'Identity',
    FontDescriptor: descriptor,
    W: font.widths,
  })
  const composite = doc.ref({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: endedStream(doc, {}, font.toUnicode),
  })
  for (const object of [descriptor, descendant, composite]) object.end(undefined)
  doc.page.fonts[resource] = composite
}

/** A value in PDF's notation. pdfkit would write hundreds of widths again for each page. */
class Verbatim {
  readonly notation: string

  constructor(notation: string) {
    this.notation = notation
  }

  /** Any tag but 'Object' makes pdfkit print the value as a string. */
  get [Symbol.toStringTag](): string {
    return 'Verbatim'
  }

  toString(): string {
    return this.notation
  }
}

const coreFonts = new Map<FontFace, EmbeddableFont>()

/** The codes of a core font are its glyph ids. Each has one text. */
function cutCoreFont(face: FontFace): EmbeddableFont {
  const texts = new Map([[missing.id, missing.text]])
  for (let codePoint = 0x20; codePoint <= 0x2026; codePoint++) {
    const char = String.fromCodePoint(codePoint)
    const id = coreCharacters.test(char) ? face.font.glyph(codePoint) : undefined
    if (id && !texts.has(id)) texts.set(id, char)
  }
  const ids = [...texts.keys()]
  const width = (id: number): number => codeWidth(face, { id, advance: 0, joint: false })
  return {
    ...cutProgram(face, ids),
    toUnicode: deflateSync(unicodeMap([...texts])),
    widths: new Verbatim(`[${ids.map((id) => `${id} [${width(id)}]`).join(' ')}]`),
  }
}

function cutProgram(
  face: FontFace,
  ids: number[],
): Pick<EmbeddableFont, 'glyphIds' | 'program' | 'programLength'> {
  const program = cutSubset(face, ids)
  return { glyphIds: new Set(ids), program: deflateSync(program), programLength: program.length }
}

/** Returns six capitals that differ for each font of the document. */
function subsetTag(resource: string): string {
  return `FONT${resource[0]}${String.fromCharCode(64 + Number(resource.slice(1)))}`
}

function boundingBox(face: FontFace): number[] {
  const head = face.font.face.referenceTable('head')
  if (!head) return [-1000, -500, 2000, 1500]
  const view = new DataView(head.buffer, head.byteOffset)
  return [36, 38, 40, 42].map((offset) => Math.round(view.getInt16(offset) * face.scale))
}
