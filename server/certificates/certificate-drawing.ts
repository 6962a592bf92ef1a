import PDFDocument from 'pdfkit'
import { drawFrame } from './certificate-drawing-frame.ts'
import { drawWords } from './certificate-drawing-layout.ts'
import { openSheet } from './certificate-drawing-sheet.ts'
import { cleanText } from './certificate-fonts-shaping.ts'
import type { CertificateContent } from './certificate-pdf.ts'

/** One landscape Letter page as a PDF. Never throws for odd text; equal content gives equal bytes. */
export async function drawCertificate(content: CertificateContent): Promise<Uint8Array> {
  const sheet = openSheet()
  drawFrame(sheet)
  await drawWords(sheet, content)
  const doc = new PDFDocument({ ...documentOptions, info: documentInfo(content) })
  const bytes = collect(doc)
  sheet.printOn(doc)
  doc.end()
  return bytes
}

const documentOptions = {
  size: 'LETTER',
  layout: 'landscape',
  margin: 0,
  lang: 'en-US',
  displayTitle: true,
  pdfVersion: '1.7',
  // Without a first font pdfkit reads none of its own.
  font: null as unknown as string,
} as const

function documentInfo(content: CertificateContent): PDFKit.DocumentInfo {
  // Noon, so that no reader's time zone turns the day of issue into another.
  const issuedAt = new Date(`${content.issuedOn} 12:00 UTC`)
  return {
    Title: cleanText(`Certificate of Completion – ${content.personName}`),
    Author: cleanText(content.provider.name),
    Subject: cleanText(
      `${content.hours} ${content.hours === 1 ? 'hour' : 'hours'} of Inspection Authorization refresher training, ${content.eventName}`,
    ),
    Keywords: cleanText(content.serial),
    Creator: 'IA Renewal Portal',
    // The bytes must not depend on when they are drawn.
    CreationDate: Number.isNaN(issuedAt.getTime()) ? new Date(0) : issuedAt,
  }
}

function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk)
      length += chunk.length
    })
    doc.on('end', () => resolve(join(chunks, length)))
    doc.on('error', reject)
  })
}

/** In memory of its own, so that a thread can hand it over. */
function join(chunks: Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
