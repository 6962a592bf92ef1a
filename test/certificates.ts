import { extractText, getDocumentProxy } from 'unpdf'
import type { TestApp } from './app.ts'

/** Returns the code in a certificate's link. */
export function codeOf(link: string): string {
  return new URL(link).searchParams.get('certificate') ?? ''
}

/** Downloads the PDF of a certificate's link. */
export async function pdfOf(app: TestApp, link: string): Promise<Uint8Array> {
  const answer = await app.request({ url: `/api/public/certificates/${codeOf(link)}/pdf` })
  return new Uint8Array(answer.rawPayload)
}

/** Returns the text that people read in a PDF. */
export async function textOf(pdf: Uint8Array): Promise<string> {
  // The reader detaches its buffer, so it gets a copy.
  return (await extractText(await getDocumentProxy(pdf.slice()), { mergePages: true })).text
}

/** Returns width and height of each picture in a PDF. */
export function picturesOf(pdf: Uint8Array): [width: number, height: number][] {
  const objects = Buffer.from(pdf)
    .toString('latin1')
    .split(/\bendobj\b/)
  return objects
    .filter((object) => /\/Subtype \/Image/.test(object) && /\/DeviceRGB/.test(object))
    .map((object) => [numberIn(object, /\/Width (\d+)/), numberIn(object, /\/Height (\d+)/)])
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1])
}

/** Returns the files inside a PDF, as a reader lists them. */
export async function attachmentsOf(pdf: Uint8Array) {
  const document = await getDocumentProxy(pdf.slice())
  const listed = [...((await document.getAttachments()) ?? [])]
  return Promise.all(
    listed.map(async ([id, { filename, description }]) => {
      const content = Buffer.from((await document.getAttachmentContent(id)) ?? []).toString()
      return { filename, description, content }
    }),
  )
}
