import type { Picture } from '@portal/typesetting/picture'
import type { Printer, PrinterOptions } from '@portal/typesetting/printer'
import { openPrinter } from '@portal/typesetting/printer'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'

/** A certificate's words, ready to print. */
export interface CertificateContent {
  serial: string
  personName: string
  eventName: string
  focusName: string
  /** 'DD Mon YYYY' or 'DD Mon YYYY – DD Mon YYYY' */
  dates: string
  /** null: only `dates` are known. */
  byDay: readonly DayHours[] | null
  hours: number
  /** 'Live webinar' or 'In person, South Carolina' */
  format: string
  /** The training provider's name and contact. */
  providerName: string
  contact: string
  signatoryName: string
  signatoryTitle: string
  /** 'DD Mon YYYY' */
  issuedOn: string
  verifyUrl: string
  /** The FAA's acceptance number of the course, if any. */
  courseNumber?: string | null
  signature?: Picture
  /** The signed credential, once it exists. */
  credential?: string | null
}

/** One person's certificates in a two-year period, after pages with the hours of both renewal years. */
export interface RenewalFile {
  /** '2025-2027' */
  period: string
  /** '31 Mar 2027' */
  madeOn: string
  /** 'March 2027' */
  renewedIn: string
  /** The hours that an Inspection Authorization needs each year. */
  hoursNeeded: number
  /** The first year, then the second. */
  years: readonly FiledYear[]
  /** In the order of their first days. */
  certificates: readonly [CertificateContent, ...CertificateContent[]]
}

/** The hours of one renewal year. */
export interface FiledYear {
  /** '2026-2027' */
  renewalYear: string
  /** '31 Mar 2027' */
  deadline: string
  /**
   * The certificates with hours in it, by first day. A certificate with days in both years is in both, with
   * the days and hours of each.
   */
  rows: readonly FiledRow[]
}

export interface FiledRow extends Pick<CertificateContent, 'eventName' | 'format' | 'serial' | 'hours'> {
  days: readonly string[]
}

/** One certificate, or one person's renewal file. */
export type CertificateContents = CertificateContent | RenewalFile

export type CertificatePrinter = Printer<CertificateContents>

/** Draws certificates as PDFs of a page each; equal content gives equal bytes. */
export function openCertificatePrinter(options?: PrinterOptions): CertificatePrinter {
  return openPrinter(new URL('./certificate-drawing.ts', import.meta.url), options)
}
