import type { Character, EmbeddableFont } from './embedded-font.ts'
import { codeWidth, coreFont, cutFont, embedFont, missing } from './embedded-font.ts'
import type { FontFace } from './font-faces.ts'
import type { GlyphRun } from './glyph-run.ts'
import { remember } from './remember.ts'

/** The fonts of one document: writes runs of glyphs as it meets them, and embeds the fonts at the end. */
export interface FontBook {
  /** the font to write this run with, and the code of each of its glyphs */
  encode(run: GlyphRun): { resource: string; codes: number[] }
  /** writes the font objects; call before the document ends */
  embed(doc: PDFKit.PDFDocument): void
}

export function openFontBook(): FontBook {
  const core = new Map<FontFace, { resource: string; font: EmbeddableFont }>()
  const own = new Map<FontFace, { resource: string; codes: Map<string, number>; characters: Character[] }>()

  return {
    encode({ face, glyphs }) {
      const font = coreFont(face)
      if (font && glyphs.every(({ id, joint }) => !joint && font.glyphIds.has(id))) {
        const { resource } = remember(core, face, () => ({ resource: `C${core.size + 1}`, font }))
        return { resource, codes: glyphs.map(({ id }) => id) }
      }
      const { resource, codes, characters } = remember(own, face, () => ({
        resource: `F${own.size + 1}`,
        codes: new Map(),
        characters: [missing],
      }))
      return {
        resource,
        codes: glyphs.map((glyph) => {
          const { id, text } = glyph
          const width = codeWidth(face, glyph)
          return remember(codes, `${id} ${width} ${text}`, () => characters.push({ id, text, width }) - 1)
        }),
      }
    },
    embed(doc) {
      for (const [face, { resource, font }] of core) embedFont(doc, resource, face, font)
      for (const [face, { resource, characters }] of own) {
        embedFont(doc, resource, face, cutFont(face, characters))
      }
    },
  }
}
