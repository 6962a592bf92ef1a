import type { Printer } from '@portal/typesetting/printer'
import { openPrinter } from '@portal/typesetting/printer'

/** The words of a sign-in sheet, ready to print. */
export interface SheetPages {
  eventName: string
  venue: string | null
  providerName: string
  days: SheetDay[]
  /** In the order of the rows. */
  names: string[]
  madeAt: Date
}

export interface SheetDay {
  /** 'Tue 09 Feb 2027' */
  day: string
  /** '8:00 AM – 4:00 PM Eastern' */
  times: string
  /** When each taught hour begins, like '8:00'. Each has two courses. */
  hours: string[]
}

/** Draws sign-in sheets as PDFs. */
export function openSheetPrinter(): Printer<SheetPages> {
  return openPrinter(new URL('./sign-in-sheet-drawing.ts', import.meta.url), { threads: 1 })
}
