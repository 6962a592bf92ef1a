import type { Picture } from '@portal/typesetting/picture'
import type { Printer } from '@portal/typesetting/printer'
import { openPrinter } from '@portal/typesetting/printer'
import type { CertificateWords } from '#contract/certificates/page.ts'

/** What a certificate says, and the signature under it, where there is one. */
export interface CertificateContent extends CertificateWords {
  signature?: Picture
}

/** One certificate, or several of one person. */
export type CertificateContents = CertificateContent | [CertificateContent, ...CertificateContent[]]

export type CertificatePrinter = Printer<CertificateContents>

/** Draws certificates as PDFs of a page each; equal content gives equal bytes. */
export function openCertificatePrinter(options?: { threads?: number }): CertificatePrinter {
  return openPrinter(new URL('./certificate-drawing.ts', import.meta.url), options)
}
