import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idText } from '#contract/core/wire.ts'
import { SlotBreak } from '#contract/events/slots/breaks.ts'
import { slotTimes } from '#contract/events/slots/times.ts'

/** A ticket with the words around it: enough to show it offline. */
export const Ticket = z.object({
  /** Also the check-in code. */
  registrationId: z.int(),
  /** An SVG of the QR code, whose text names no person (`ticket-codes.ts`). */
  qrCode: z.string(),
  /** As on the certificate. */
  name: z.string(),
  eventName: z.string(),
  ...slotTimes,
  /** A browser may have stored the ticket without them. */
  breaks: z._default(z.array(SlotBreak), []),
  venue: z.nullable(z.string()),
})
export type Ticket = z.output<typeof Ticket>

const ofRegistration = {
  access: 'user',
  params: z.object({ registrationId: idText() }),
  refusals: ['REGISTRATION_NOT_FOUND', 'REGISTRATION_CANCELED', 'TICKET_NOT_NEEDED'],
} as const

export const getTicket = endpoint({
  ...ofRegistration,
  route: 'GET /private/tickets/:registrationId',
  summary:
    "The ticket of a person's own in-person registration. Administrators who change registrations get anybody's.",
  data: Ticket,
})

export const getTicketPdf = endpoint({
  ...ofRegistration,
  route: 'GET /private/tickets/:registrationId/pdf',
  summary: 'The same ticket as a page to print.',
  file: 'application/pdf',
})

const replacing = {
  body: z.object({ registrationId: id() }),
  data: z.object({}),
  refusals: ofRegistration.refusals,
} as const

export const replaceOwnTicket = endpoint({
  ...replacing,
  route: 'POST /private/replace-own-ticket',
  access: 'user',
  summary:
    "Replaces a person's own ticket, for example because it was copied: the door refuses the earlier ones, and the new one is emailed.",
})

export const replaceTicket = endpoint({
  ...replacing,
  route: 'POST /private/replace-ticket',
  access: 'registrations:write',
  summary: "Replaces anybody's ticket. The new one is emailed to its person.",
})
