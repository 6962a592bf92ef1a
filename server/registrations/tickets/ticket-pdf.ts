import type { Picture } from '@portal/typesetting/picture'
import type { Printer } from '@portal/typesetting/printer'
import { openPrinter } from '@portal/typesetting/printer'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { shownBreaks } from '#contract/events/slots/breaks.ts'
import { shownDays, shownTimes } from '#contract/events/slots/times.ts'

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
  /** The logo of the portal, on top. */
  logo?: Picture | undefined
  madeAt: Date
}

/** Returns the words of a ticket's page. */
export function ticketPage(
  { registrationId, name, eventName, venue, ...slot }: TicketFacts & PlannedTime,
  about: Pick<TicketPage, 'ticket' | 'providerName' | 'logo' | 'madeAt'>,
): TicketPage {
  return {
    ...about,
    name,
    eventName,
    venue,
    days: shownDays(slot),
    times: shownTimes(slot),
    breaks: shownBreaks(slot),
    checkInCode: String(registrationId),
  }
}

export type TicketFacts = Pick<TicketPage, 'name' | 'eventName' | 'venue'> & { registrationId: number }

/** Draws tickets as PDFs of a page each. */
export function openTicketPrinter(): Printer<TicketPage> {
  return openPrinter(new URL('./ticket-drawing.ts', import.meta.url), { threads: 1 })
}
