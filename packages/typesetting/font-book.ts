import type { Character, EmbeddableFont } from './embedded-font.ts'
import { codeWidth, coreFont, cutFont, embedFont, missing } from './embedded-font.ts'
import type { FontFace } from './font-faces.ts'
import type { GlyphRun } from './glyph-run.ts'
import { remember } from './remember.ts'

/** One document's fonts. It collects the glyphs of each run, and embeds the fonts at the end. */
export interface FontBook {
  /** Returns the font of a run, and the code of each glyph. */
  encode(run: GlyphRun): { resource: string; codes: number[] }
  /** Writes the font objects. Call it before the document ends. */
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
