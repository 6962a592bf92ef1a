import type { Printer } from '@portal/typesetting/printer'
import { openPrinter } from '@portal/typesetting/printer'

export interface TicketPage {
  ticket: string
  name: string
  eventName: string
  /** 'Tue 09 Feb 2027 – Wed 10 Feb 2027' */
  days: string
  /** '8:00 AM – 4:00 PM Eastern, each day' */
  times: string
  /** 'Lunch 12:00 PM – 1:00 PM', or '' */
  breaks: string
  venue: string | null
  checkInCode: string
  providerName: string
  madeAt: Date
}

/** Draws tickets as PDFs of a page each. */
export function openTicketPrinter(): Printer<TicketPage> {
  return openPrinter(new URL('./ticket-drawing.ts', import.meta.url), { threads: 1 })
}
