import type { Printer } from '@portal/typesetting/printer'
import { openPrinter } from '@portal/typesetting/printer'
import type { SheetHour } from './sign-in-sheet-hours.ts'

/** A sign-in sheet's words, ready to print. */
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
  /** '8:00 AM – 4:00 PM Eastern · Lunch 12:00 PM – 1:00 PM' */
  times: string
  hours: SheetHour[]
}

/** Draws sign-in sheets as PDFs. */
export function openSheetPrinter(): Printer<SheetPages> {
  return openPrinter(new URL('./sign-in-sheet-drawing.ts', import.meta.url), { threads: 1 })
}
