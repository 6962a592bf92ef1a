import { openSheet } from '#server/platform/pdf/sheet.ts'
import { drawFrame, pageHeight, pageWidth } from './certificate-frame.ts'
import type { CertificateContent } from './certificate-pdf.ts'
import { drawWords } from './certificate-words.ts'

/** One landscape Letter page as a PDF. Never throws for odd text; equal content gives equal bytes. */
export default async function drawCertificate(content: CertificateContent): Promise<Uint8Array> {
  const sheet = openSheet([pageWidth, pageHeight])
  drawFrame(sheet)
  await drawWords(sheet, content)
  // Noon, so that no reader's time zone turns the day of issue into another.
  const issuedAt = new Date(`${content.issuedOn} 12:00 UTC`)
  const hours = `${content.hours} ${content.hours === 1 ? 'hour' : 'hours'}`
  return sheet.print({
    Title: `Certificate of Completion – ${content.personName}`,
    Author: content.provider.name,
    Subject: `${hours} of Inspection Authorization refresher training, ${content.eventName}`,
    Keywords: content.serial,
    Creator: 'IA Renewal Portal',
    CreationDate: Number.isNaN(issuedAt.getTime()) ? new Date(0) : issuedAt,
  })
}
