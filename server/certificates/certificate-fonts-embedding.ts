import { deflateSync } from 'node:zlib'
import type { FontFace } from './certificate-fonts.ts'
import type { Glyph, GlyphRun } from './certificate-fonts-shaping.ts'
import { coreCharacters } from './certificate-fonts-shaping.ts'
import { cutSubset } from './certificate-fonts-subset.ts'

/** The fonts of one document: writes runs of glyphs as it meets them, and embeds the fonts at the end. */
export interface FontBook {
  /** the font to write this run with, and the code of each of its glyphs */
  encode(run: GlyphRun): { resource: string; codes: number[] }
  /** writes the font objects; call before the document ends */
  embed(doc: PDFKit.PDFDocument): void
}

export function openFontBook(): FontBook {
  const core = new Map<FontFace, string>()
  const own = new Map<FontFace, { resource: string; codes: Map<string, number>; characters: Character[] }>()

  return {
    encode({ face, glyphs }) {
      const ready = coreSubset(face)
      if (ready && glyphs.every(({ id, joint }) => !joint && ready.glyphIds.has(id))) {
        if (!core.has(face)) core.set(face, `C${core.size + 1}`)
        return { resource: core.get(face) as string, codes: glyphs.map(({ id }) => id) }
      }
      if (!own.has(face)) {
        own.set(face, { resource: `F${own.size + 1}`, codes: new Map(), characters: [missing] })
      }
      const { resource, codes, characters } = own.get(face) as Exclude<ReturnType<typeof own.get>, undefined>
      return {
        resource,
        codes: glyphs.map((glyph) => {
          const width = codeWidth(face, glyph)
          const key = `${glyph.id} ${width} ${glyph.text}`
          if (!codes.has(key)) codes.set(key, characters.push({ id: glyph.id, text: glyph.text, width }) - 1)
          return codes.get(key) as number
        }),
      }
    },
    embed(doc) {
      for (const [face, resource] of core) embedFont(doc, resource, face, coreSubset(face) as EmbeddableFont)
      for (const [face, { resource, characters }] of own)
        embedFont(doc, resource, face, cutOwnFont(face, characters))
    },
  }
}

/** How far the document moves the pen after a glyph by itself, in 1/1000 em; the rest is kerning. */
export function codeWidth(face: FontFace, glyph: Glyph): number {
  return tenth(glyph.joint ? glyph.advance : face.font.glyphHAdvance(glyph.id) * face.scale)
}

/** A code of a font: the same shape gets several when it stands for different text. */
interface Character {
  id: number
  text: string
  width: number
}

interface EmbeddableFont {
  glyphIds: Set<number>
  program: Uint8Array
  programLength: number
  toUnicode: Uint8Array
  widths: Verbatim
  /** from codes to glyph ids, where they differ */
  codeMap?: Uint8Array
}

const missing: Character = { id: 0, text: '\uFFFD', width: 0 }

/** A value in the document's own notation; pdfkit would spell out hundreds of widths anew for each page. */
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

const coreSubsets = new Map<FontFace, EmbeddableFont | undefined>()

/**
 * The faces of the certificate's own words are cut and compressed once per thread with all their usual letters,
 * since cutting them for each page is most of what a page costs.
 */
function coreSubset(face: FontFace): EmbeddableFont | undefined {
  if (!coreSubsets.has(face)) coreSubsets.set(face, isCore(face) ? cutCoreFont(face) : undefined)
  return coreSubsets.get(face)
}

function isCore(face: FontFace): boolean {
  return face.key.includes('/latin/') && !face.ligatures
}

/** The codes of a core font are its glyph ids, one text each. */
function cutCoreFont(face: FontFace): EmbeddableFont {
  const texts = new Map([[0, '\uFFFD']])
  for (let codePoint = 0x20; codePoint <= 0x2026; codePoint++) {
    const char = String.fromCodePoint(codePoint)
    const id = coreCharacters.test(char) ? face.font.glyph(codePoint) : undefined
    if (id && !texts.has(id)) texts.set(id, char)
  }
  const width = (id: number): number => tenth(face.font.glyphHAdvance(id) * face.scale)
  return {
    ...cutProgram(face, [...texts.keys()]),
    toUnicode: deflateSync(unicodeMap([...texts])),
    widths: new Verbatim(`[${[...texts.keys()].map((id) => `${id} [${width(id)}]`).join(' ')}]`),
  }
}

function cutOwnFont(face: FontFace, characters: Character[]): EmbeddableFont {
  const ids = characters.map(({ id }) => id)
  return {
    ...cutProgram(face, ids),
    toUnicode: deflateSync(unicodeMap(characters.map(({ text }, code) => [code, text]))),
    widths: new Verbatim(`[0 [${characters.map(({ width }) => width).join(' ')}]]`),
    codeMap: deflateSync(Uint8Array.from(ids.flatMap((id) => [id >> 8, id & 0xff]))),
  }
}

function cutProgram(
  face: FontFace,
  ids: number[],
): Pick<EmbeddableFont, 'glyphIds' | 'program' | 'programLength'> {
  const program = cutSubset(face, ids)
  return { glyphIds: new Set(ids), program: deflateSync(program), programLength: program.length }
}

function tenth(width: number): number {
  return Math.round(width * 10) / 10
}

function embedFont(doc: PDFKit.PDFDocument, resource: string, face: FontFace, font: EmbeddableFont): void {
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

function endedStream(doc: PDFKit.PDFDocument, entries: object, deflated: Uint8Array): PDFKit.PDFKitReference {
  // Naming the filter tells pdfkit that the bytes are compressed already.
  const stream = doc.ref({ ...entries, Filter: 'FlateDecode' })
  stream.end(deflated)
  return stream
}

/** Six capitals, different for each font of the document. */
function subsetTag(resource: string): string {
  return `CERT${resource[0]}${String.fromCharCode(64 + Number(resource.slice(1)))}`
}

function boundingBox(face: FontFace): number[] {
  const head = face.font.face.referenceTable('head')
  if (!head) return [-1000, -500, 2000, 1500]
  const view = new DataView(head.buffer, head.byteOffset)
  return [36, 38, 40, 42].map((offset) => Math.round(view.getInt16(offset) * face.scale))
}

const unicodeMapHead = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
`
const unicodeMapFoot = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`

function unicodeMap(texts: [code: number, text: string][]): string {
  const lines = texts.map(([code, text]) => `<${hex(code)}> <${utf16(text)}>`)
  const blocks: string[] = []
  // The format allows a hundred entries a block.
  for (let from = 0; from < lines.length; from += 100) {
    const block = lines.slice(from, from + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`)
  }
  return unicodeMapHead + blocks.join('') + unicodeMapFoot
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('')
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0')
}
