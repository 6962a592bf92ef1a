import { fetchCode } from '#web/core/code.ts'

export interface PdfPicture {
  address: string
  text: string
}

/** Twice the size in points is sharp on most screens and light enough for a phone. */
const scale = 2

/** Draws a PDF's first page and reads its text, because phones show no PDF inside a page. */
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
