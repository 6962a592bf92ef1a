import * as calls from '#contract/registrations/tickets/calls.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { qrSvg } from '#server/core/qr-codes.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite, write } from '#server/work.ts'
import { findReplacedTicketsOf, getTicketHolder } from './queries.ts'
import { replaceOwnTicket, replaceTicket } from './replace-ticket.ts'
import { findTicketBrand } from './ticket-brand.ts'
import { openTicketPrinter, ticketPage } from './ticket-pdf.ts'
import { makeTicket } from './tickets.ts'

export default noun({
  calls: [calls],
  serve(gate, services) {
    const printer = openTicketPrinter()
    gate.app.addHook('onClose', () => printer.close())
    // The first ticket makes the key, so a read is a write.
    const readTicket = (caller: Caller, registrationId: number) =>
      write(services, caller, async (work) => {
        const holder = await getTicketHolder(work.tx, registrationId, ownerFor(caller))
        return { ...holder, ticket: await makeTicket(work, registrationId) }
      })
    serve(gate, calls.getTicket, async ({ caller, params }) => {
      const { ticket, ...holder } = await readTicket(caller, params.registrationId)
      return { ...holder, qrCode: qrSvg(ticket, 4) }
    })
    serveFile(gate, calls.getTicketPdf, async ({ caller, params: { registrationId }, reply }) => {
      const { ticket, ...holder } = await readTicket(caller, registrationId)
      const brand = await findTicketBrand(services)
      const pdf = await printer.draw(ticketPage(holder, { ticket, ...brand, madeAt: services.clock() }))
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="ticket-${registrationId}.pdf"`)
        .header('cache-control', 'no-store')
        .send(Buffer.from(pdf))
    })
    serveWrite(gate, services, calls.replaceOwnTicket, (work, body, { caller }) =>
      replaceOwnTicket(work, caller.userId, body.registrationId),
    )
    serveWrite(gate, services, calls.replaceTicket, (work, body) => replaceTicket(work, body.registrationId))
  },
  personal: {
    data: [
      personalData({
        key: 'replacedTickets',
        title: 'Tickets that were replaced',
        read: ({ db }, { userId }) => findReplacedTicketsOf(db, userId),
        columns: { Event: 'eventName', Replaced: 'replacedAt' },
      }),
    ],
  },
})

/** Returns the only person whose tickets a caller reads; undefined for an administrator who reads everyone's. */
function ownerFor({ userId, permissions }: Caller): string | undefined {
  return permissions.includes('registrations:write') ? undefined : userId
}
