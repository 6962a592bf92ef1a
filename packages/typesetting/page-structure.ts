/** The role of a part of a page for screen readers, by the names of PDF 1.7. */
export type Tag = 'H1' | 'H2' | 'P' | 'Figure' | 'Link' | 'Table' | 'TR' | 'TH' | 'TD'

/** A part with a role. Its parts follow in reading order. */
interface Element {
  tag: Tag
  /** The words for a picture or a link. */
  alt?: string
  parts: Part[]
}

/** An element, drawing operators, or a link's area and address. `ornament`: screen readers skip it. */
export type Part = Element | { content: string } | { ornament: string } | { link: LinkArea }

type LinkArea = [x: number, y: number, width: number, height: number, url: string]

/** Draws the parts of the current page, and adds their roles to the document's. */
export function drawParts(
  doc: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  parts: readonly Part[],
): void {
  for (const part of parts) {
    const element = drawPart(doc, part)
    if (element) root.add(element)
  }
}

function drawPart(doc: PDFKit.PDFDocument, part: Part): PDFKit.PDFStructureElement | undefined {
  if ('tag' in part) return drawElement(doc, part)
  if (!('ornament' in part)) return undefined
  doc.markContent('Artifact')
  doc.addContent(part.ornament)
  doc.endMarkedContent()
  return undefined
}

function drawElement(doc: PDFKit.PDFDocument, { tag, alt, parts }: Element): PDFKit.PDFStructureElement {
  const scope = tag === 'TH' ? { scope: 'Column' } : {}
  const element = doc.struct(tag, { ...(alt && { alt }), ...scope } as never)
  for (const part of parts) {
    if ('content' in part) {
      const content = doc.markStructureContent(tag)
      doc.addContent(part.content)
      doc.endMarkedContent()
      element.add(content)
    } else if ('link' in part) {
      const [x, y, width, height, url] = part.link
      doc.link(x, y, width, height, url, { structParent: element, Contents: new String(url) } as never)
    } else {
      const child = drawPart(doc, part)
      if (child) element.add(child)
    }
  }
  element.end()
  return element
}
