import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { encodeQR } from 'qr'
import type { CertificateContent } from '#server/counting/certificates/certificate-pdf.ts'
import type { Start } from './servers.ts'
import { started } from './servers.ts'

/** The yardstick: the same words and QR code on one page with pdfkit alone, in a loop. */
const { content } = await started<Start & { content: CertificateContent }>()
process.on('message', async (pages: number) => {
  for (let page = 0; page < pages; page++) await draw()
  process.send?.('drawn')
})
process.send?.({ port: 0 })

async function draw(): Promise<void> {
  const pdf = new PDFDocument({ size: 'LETTER', layout: 'landscape', margin: 60 })
  const bytes = buffer(pdf)
  pdf.rect(24, 24, 744, 564).stroke()
  pdf.font('Times-Bold').fontSize(38).text('Certificate of Completion', { align: 'center' })
  pdf.font('Helvetica').fontSize(13).text('This certifies that', { align: 'center' })
  pdf.font('Times-Bold').fontSize(36).text(content.personName, { align: 'center' })
  pdf.font('Helvetica').fontSize(13)
  pdf.text(`has completed ${content.hours} hours of Inspection Authorization refresher training`, {
    align: 'center',
  })
  pdf.text(content.eventName, { align: 'center' })
  const facts = [content.focusName, content.dates, content.format, content.serial, content.issuedOn]
  for (const fact of [...facts, content.providerName, content.contact]) pdf.text(fact)
  pdf.text(`${content.signatoryName}, ${content.signatoryTitle}`)
  pdf.fontSize(8).text(content.verifyUrl)
  const modules = encodeQR(content.verifyUrl, 'raw', { border: 1 })
  for (let row = 0; row < modules.length; row++) {
    for (let column = 0; column < modules.length; column++) {
      if (modules[row]?.[column]) pdf.rect(620 + column * 2.5, 430 + row * 2.5, 2.5, 2.5)
    }
  }
  pdf.fill('#0B2545')
  pdf.end()
  await bytes
}
