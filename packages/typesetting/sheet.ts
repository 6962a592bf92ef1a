import PDFDocument from 'pdfkit'
import type { FittedText } from './fitted-text.ts'
import { fillLines, fitText } from './fitted-text.ts'
import { openFontBook } from './font-book.ts'
import type { FontStyle } from './font-families.ts'
import { lineOperators } from './line-operators.ts'
import type { Part, Tag } from './page-structure.ts'
import { drawParts } from './page-structure.ts'
import type { Box, Picture } from './picture.ts'
import { embedPicture, pictureOperators } from './picture.ts'
import { cleanText, prepareText } from './prepared-text.ts'
import { remember } from './remember.ts'
import type { ShapedLine } from './shaped-line.ts'
import { joinRuns, shapeLine } from './shaped-line.ts'

/** A text's place and style on the page. Lengths are in points, from the top left. */
export interface TextPlace {
  style: FontStyle
  color: string
  /** The left edge, the center or the right edge, by `align`. */
  x: number
  /** The baseline. Two wrapped lines are centered on it, filled lines follow it. */
  y: number
  align?: 'left' | 'center' | 'right'
  width: number
  size: number
  minSize?: number
  /** Two lines, if one line would be smaller than minSize. */
  wrapped?: { size: number; minSize: number }
  /** Full lines of the given size, broken anywhere. */
  filled?: number
  leading?: number
  /** The space added between letters, in points. */
  tracking?: number
  /** The text's role for screen readers; by default a paragraph. */
  tag?: Tag
}

type RowPlace = Pick<TextPlace, 'color' | 'x' | 'y' | 'size'>

/** A file inside the PDF, which readers list as an attachment. */
export interface Attachment {
  name: string
  /** Its media type. */
  type: string
  description: string
  content: string
}

/** Pages in progress, with their fonts and pictures. No text makes it throw. Screen readers read in the order of the calls. */
export interface Sheet {
  write(text: string, place: TextPlace): Promise<void>
  /** Writes one centered line in several styles. The words must fit. */
  writeRow(parts: [text: string, style: FontStyle][], place: RowPlace): Promise<void>
  /** Adds drawing operators. Their y axis points down. Screen readers skip them, unless `alt` says what they show. */
  operate(operators: string, alt?: string): void
  /** Makes what `draw` adds to this page parts of one element, such as a row of a table. */
  within(tag: Tag, draw: () => Promise<void>): Promise<void>
  /** Draws a picture as large as the box allows, at its bottom left. `alt` says what it shows. */
  picture(picture: Picture, box: Box, alt: string): void
  link(x: number, y: number, width: number, height: number, url: string): void
  /** Adds a file to the document, as the data that its pages show. Names must differ. */
  attach(file: Attachment): void
  /** Starts a page of the same size. */
  nextPage(): void
  /** Returns the pages as a PDF. Call it once. Texts of `info` are cleaned like a page's. Equal sheets give equal bytes. */
  print(info: SheetInfo): Promise<Uint8Array>
}

/** The document's properties. The caller gives the date, because the bytes must not depend on the clock. */
type SheetInfo = PDFKit.DocumentInfo & { CreationDate: Date }

/** Opens a sheet of this width and height in points. */
export function openSheet(size: [width: number, height: number]): Sheet {
  const fonts = openFontBook()
  const pictures = new Map<string, { name: string; picture: Picture }>()
  let page: Part[] = []
  const pages = [page]
  const add = (tag: Tag, content: string) => void page.push({ tag, parts: [{ content }] })
  const attachments: Attachment[] = []

  return {
    async write(text, place) {
      const { lines, size } = await fitted(text.trim(), place)
      const { tracking = 0, leading = size * 1.2 } = place
      const written: string[] = []
      const firstY = place.wrapped ? place.y - ((lines.length - 1) * leading) / 2 : place.y
      for (const [index, line] of lines.entries()) {
        // Tracking follows the last letter, too, but the letters alone must look centered.
        const width = (line.width * size) / 1000 + tracking * (glyphCount(line) - 1)
        const shift = { left: 0, center: width / 2, right: width }[place.align ?? 'left']
        const pen = { x: place.x - shift, y: firstY + index * leading, size, tracking, color: place.color }
        written.push(lineOperators(line, pen, fonts))
      }
      if (text.trim() !== '') add(place.tag ?? 'P', written.join('\n'))
    },
    async writeRow(parts, place) {
      const lines: ShapedLine[] = []
      for (const [text, style] of parts) lines.push(shapeLine(await prepareText(text, style)))
      const row = joinRuns(lines.flatMap(({ runs }) => runs))
      const pen = { ...place, x: place.x - (row.width * place.size) / 2000, tracking: 0 }
      add('P', lineOperators(row, pen, fonts))
    },
    operate(operators, alt) {
      page.push(
        alt === undefined ? { ornament: operators } : { tag: 'Figure', alt, parts: [{ content: operators }] },
      )
    },
    async within(tag, draw) {
      const [outer, parts] = [page, [] as Part[]]
      outer.push({ tag, parts })
      page = parts
      await draw()
      page = outer
    },
    picture(picture, box, alt) {
      const { name } = remember(pictures, picture.key, () => ({ name: `P${pictures.size + 1}`, picture }))
      page.push({ tag: 'Figure', alt, parts: [{ content: pictureOperators(name, picture, box) }] })
    },
    link: (...link) => void page.push({ tag: 'Link', alt: link[4], parts: [{ link }] }),
    attach: (file) => void attachments.push(file),
    nextPage() {
      page = []
      pages.push(page)
    },
    async print(info) {
      const doc = new PDFDocument({ ...documentOptions, size, info: cleanInfo(info) })
      const root = doc.struct('Document')
      doc.addStructure(root)
      for (const [index, parts] of pages.entries()) {
        if (index > 0) doc.addPage()
        drawParts(doc, root, parts)
      }
      root.end()
      fonts.embed(doc)
      const embedded = [...pictures.values()].map(({ name, picture }) => [name, embedPicture(doc, picture)])
      // They are now objects of the document, and every page has to name them.
      const { fonts: embeddedFonts } = doc.page
      for (const index of pages.keys()) {
        const resources = doc.switchToPage(index)
        Object.assign(resources.fonts, embeddedFonts)
        if (embedded.length > 0) Object.assign(resources.xobjects, Object.fromEntries(embedded))
      }
      // Compressing a small file takes a quarter of its page's time and saves little.
      doc.compress = false
      for (const { content, ...file } of attachments) {
        const dates = { creationDate: info.CreationDate, modifiedDate: info.CreationDate }
        doc.file(Buffer.from(content), { ...file, ...dates, relationship: 'Data' } as PDFAttachmentOptions)
      }
      doc.end()
      const chunks: Uint8Array[] = []
      for await (const chunk of doc) chunks.push(chunk as Uint8Array)
      return new Uint8Array(Buffer.concat(chunks))
    },
  }
}

/** The types of pdfkit lack the relationship. */
type PDFAttachmentOptions = PDFKit.Mixins.PDFAttachmentOptions & { relationship: 'Data' }

const documentOptions = {
  margin: 0,
  bufferPages: true,
  lang: 'en-US',
  displayTitle: true,
  tagged: true,
  pdfVersion: '1.7',
  // Without a first font, pdfkit loads none of its own.
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
