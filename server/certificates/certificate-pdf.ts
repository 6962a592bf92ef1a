import type { Picture } from '@portal/typesetting/picture'
import type { Printer, PrinterOptions } from '@portal/typesetting/printer'
import { openPrinter } from '@portal/typesetting/printer'

/** The words of a certificate, ready to print. */
export interface CertificateContent {
  serial: string
  personName: string
  eventName: string
  focusName: string
  /** 'DD Mon YYYY' or 'DD Mon YYYY – DD Mon YYYY' */
  dates: string
  hours: number
  /** 'Live webinar' or 'In person, South Carolina' */
  format: string
  /** The name and contact of the training provider. */
  providerName: string
  contact: string
  signatoryName: string
  signatoryTitle: string
  /** 'DD Mon YYYY' */
  issuedOn: string
  verifyUrl: string
  /** The FAA's acceptance number of the course, if it has one. */
  courseNumber?: string | null
  signature?: Picture
  /** The signed credential, once there is one. */
  credential?: string | null
}

/** The certificates of one person in one renewal year, behind a page that lists their hours. */
export interface RenewalFile {
  /** '2026-2027' */
  renewalYear: string
  /** '31 Mar 2027' */
  deadline: string
  /** The hours that an Inspection Authorization needs. */
  hoursNeeded: number
  /** In the order of their first days; `hoursInYear` may be less than its hours, if its days are in two years. */
  certificates: [FiledCertificate, ...FiledCertificate[]]
}

export type FiledCertificate = CertificateContent & { hoursInYear: number }

/** One certificate, or the renewal file of one person. */
export type CertificateContents = CertificateContent | RenewalFile

export type CertificatePrinter = Printer<CertificateContents>

/** Draws certificates as PDFs of a page each; equal content gives equal bytes. */
export function openCertificatePrinter(options?: PrinterOptions): CertificatePrinter {
  return openPrinter(new URL('./certificate-drawing.ts', import.meta.url), options)
}
