import { move } from 'piscina'
import { drawCertificate } from './certificate-drawing.ts'
import type { CertificateContent } from './certificate-pdf.ts'

/** The task of a printer's thread: the bytes are handed over, not copied. */
export default async function printCertificate(content: CertificateContent): Promise<unknown> {
  return move(await drawCertificate(content))
}
