import { fetchCode } from '#web/core/code.ts'

export interface PdfPicture {
  /** For the `src` of a picture. */
  address: string
  /** What the page says. */
  text: string
}

/** Twice the size in points: sharp on most screens, and light enough for a phone. */
const scale = 2

/** Draws the first page of a PDF. Phones show no PDF within a page, so the portal does it everywhere. */
export async function pictureOfPdf(file: Blob): Promise<PdfPicture> {
  const { getDocument } = await fetchCode(() => import('unpdf/pdfjs'))
  const loading = getDocument({ data: new Uint8Array(await file.arrayBuffer()) })
  try {
    const page = await (await loading.promise).getPage(1)
    const viewport = page.getViewport({ scale })
    const canvas = document.createElement('canvas')
    canvas.width = viewport.width
    canvas.height = viewport.height
    await page.render({ canvas, viewport }).promise
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    return { address: canvas.toDataURL(), text: text.replaceAll(/\s+/g, ' ') }
  } finally {
    await loading.destroy()
  }
}
