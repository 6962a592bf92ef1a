import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import type { MailAttachment } from '#server/core/mail/mail.ts'
import { qrPng } from '#server/core/qr-codes.ts'
import type { Work } from '#server/work.ts'
import { findTicketBrand } from './ticket-brand.ts'
import type { TicketFacts } from './ticket-pdf.ts'
import { openTicketPrinter, ticketPage } from './ticket-pdf.ts'
import { makeTickets } from './tickets.ts'

const filename = 'ticket.png'

/** Shows the attached QR code inside an email. */
export const ticketPictureShown = { filename, alt: 'QR code of your ticket' }

/** Returns the QR code of a ticket as a file of an email. */
export function ticketPicture(ticket: string): MailAttachment {
  return { filename, contentType: 'image/png', content: qrPng(ticket) }
}

/** The idle thread ends by itself and keeps no process alive. */
const printer = openTicketPrinter()

/** Returns the tickets of registrations in order, each as a QR code and as a PDF for an email. */
export async function ticketFiles(
  work: Pick<Work, 'tx' | 'clock' | 'config'>,
  holders: readonly (TicketFacts & PlannedTime)[],
): Promise<MailAttachment[][]> {
  if (holders.length === 0) return []
  const brand = await findTicketBrand({ db: work.tx, config: work.config })
  const tickets = await makeTickets(
    work,
    holders.map(({ registrationId }) => registrationId),
  )
  const madeAt = work.clock()
  return Promise.all(
    holders.map(async (holder, place) => {
      const ticket = tickets[place] as string
      const pdf = await printer.draw(ticketPage(holder, { ticket, ...brand, madeAt }))
      const paper = { filename: 'ticket.pdf', contentType: 'application/pdf', content: Buffer.from(pdf) }
      return [ticketPicture(ticket), paper]
    }),
  )
}
