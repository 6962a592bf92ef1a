import PDFDocument from 'pdfkit'
import type { FittedText } from './fitted-text.ts'
import { fillLines, fitText } from './fitted-text.ts'
import { openFontBook } from './font-book.ts'
import type { FontStyle } from './font-families.ts'
import { lineOperators } from './line-operators.ts'
import type { Box, Picture } from './picture.ts'
import { embedPicture, pictureOperators } from './picture.ts'
import { cleanText, prepareText } from './prepared-text.ts'
import { remember } from './remember.ts'
import type { ShapedLine } from './shaped-line.ts'
import { joinRuns, shapeLine } from './shaped-line.ts'

/** How a text stands on the page; all lengths in points, from the top left. */
export interface TextPlace {
  style: FontStyle
  color: string
  /** the left edge, the middle or the right edge, as aligned */
  x: number
  /** the baseline; two wrapped lines stand evenly about it, filled lines follow it */
  y: number
  align?: 'left' | 'center' | 'right'
  width: number
  size: number
  minSize?: number
  /** two lines where one would be smaller than minSize */
  wrapped?: { size: number; minSize: number }
  /** full lines of the given size, broken anywhere */
  filled?: number
  leading?: number
  /** space added between letters, in points */
  tracking?: number
}

type RowPlace = Pick<TextPlace, 'color' | 'x' | 'y' | 'size'>

/** Pages being written: PDF operators, the fonts and pictures they use. Odd text never throws. */
export interface Sheet {
  write(text: string, place: TextPlace): Promise<void>
  /** Writes one centred line in more than one style; for words that are known to fit. */
  writeRow(parts: [text: string, style: FontStyle][], place: RowPlace): Promise<void>
  /** Adds drawing operators as they are, y counted downwards. */
  operate(operators: string): void
  /** Draws a picture as large as fits into the box, at its bottom left. */
  picture(picture: Picture, box: Box): void
  link(x: number, y: number, width: number, height: number, url: string): void
  /** Begins a new page of the same size. */
  nextPage(): void
  /** The pages as a PDF, once. Texts of `info` are held to what a page prints; equal sheets give equal bytes. */
  print(info: SheetInfo): Promise<Uint8Array>
}

/** The document's own properties. The caller gives the date, because the bytes must not depend on the clock. */
type SheetInfo = PDFKit.DocumentInfo & { CreationDate: Date }

/** A sheet of this width and height in points. */
export function openSheet(size: [width: number, height: number]): Sheet {
  const fonts = openFontBook()
  const pictures = new Map<string, { name: string; picture: Picture }>()
  let page: Page = { operators: [], links: [] }
  const pages = [page]

  return {
    async write(text, place) {
      const { lines, size } = await fitted(text.trim(), place)
      const { tracking = 0, leading = size * 1.2 } = place
      const firstY = place.wrapped ? place.y - ((lines.length - 1) * leading) / 2 : place.y
      for (const [index, line] of lines.entries()) {
        // Tracking follows the last letter too; the eye centres on the letters.
        const width = (line.width * size) / 1000 + tracking * (glyphCount(line) - 1)
        const shift = { left: 0, center: width / 2, right: width }[place.align ?? 'left']
        const pen = { x: place.x - shift, y: firstY + index * leading, size, tracking, color: place.color }
        page.operators.push(lineOperators(line, pen, fonts))
      }
    },
    async writeRow(parts, place) {
      const lines: ShapedLine[] = []
      for (const [text, style] of parts) lines.push(shapeLine(await prepareText(text, style)))
      const row = joinRuns(lines.flatMap(({ runs }) => runs))
      const pen = { ...place, x: place.x - (row.width * place.size) / 2000, tracking: 0 }
      page.operators.push(lineOperators(row, pen, fonts))
    },
    operate: (added) => void page.operators.push(added),
    picture(picture, box) {
      const { name } = remember(pictures, picture.key, () => ({ name: `P${pictures.size + 1}`, picture }))
      page.operators.push(pictureOperators(name, picture, box))
    },
    link: (...link) => void page.links.push(link),
    nextPage() {
      page = { operators: [], links: [] }
      pages.push(page)
    },
    async print(info) {
      const doc = new PDFDocument({ ...documentOptions, size, info: cleanInfo(info) })
      for (const [index, { operators, links }] of pages.entries()) {
        if (index > 0) doc.addPage()
        doc.addContent(operators.join('\n'))
        for (const link of links) doc.link(...link)
      }
      fonts.embed(doc)
      const embedded = [...pictures.values()].map(({ name, picture }) => [name, embedPicture(doc, picture)])
      // They are objects of the document now, and every page has to name them.
      const { fonts: embeddedFonts } = doc.page
      for (const index of pages.keys()) {
        const resources = doc.switchToPage(index)
        Object.assign(resources.fonts, embeddedFonts)
        if (embedded.length > 0) Object.assign(resources.xobjects, Object.fromEntries(embedded))
      }
      doc.end()
      const chunks: Uint8Array[] = []
      for await (const chunk of doc) chunks.push(chunk as Uint8Array)
      return new Uint8Array(Buffer.concat(chunks))
    },
  }
}

interface Page {
  operators: string[]
  links: [x: number, y: number, width: number, height: number, url: string][]
}

const documentOptions = {
  margin: 0,
  bufferPages: true,
  lang: 'en-US',
  displayTitle: true,
  pdfVersion: '1.7',
  // Without a first font pdfkit reads none of its own.
  font: null as unknown as string,
} as const

function cleanInfo(info: SheetInfo): SheetInfo {
  const cleaned = Object.entries(info).map(([key, value]) => [
    key,
    typeof value === 'string' ? cleanText(value) : value,
  ])
  return Object.fromEntries(cleaned)
}

async function fitted(text: string, place: TextPlace): Promise<FittedText> {
  const prepared = await prepareText(text, place.style)
  if (place.filled) return fillLines(prepared, place.width, place.size, place.filled)
  const { width, size, minSize = size, wrapped } = place
  const tracked = width - (place.tracking ?? 0) * prepared.text.length
  return fitText(prepared, { width: tracked, size, minSize, ...(wrapped && { wrapped }) })
}

function glyphCount(line: ShapedLine): number {
  return line.runs.reduce((sum, { glyphs }) => sum + glyphs.length, 0)
}
