import { rgb } from '@portal/typesetting/notation'
import { qrOperators } from '@portal/typesetting/qr-code'
import { openSheet } from '@portal/typesetting/sheet'
import type { TicketPage } from './ticket-pdf.ts'

/** A portrait Letter page, in points. */
const page = { width: 612, height: 792 }
const [ink, muted, border] = ['#0F1B2D', '#4A5565', '#CBD5E1']
const middle = page.width / 2
/** Large enough for an old phone: over 1.7 mm for each module. */
const side = 290

/** Draws a ticket as a PDF page: the QR code, and below it what a person at the door can read. Never throws for odd text. */
export default async function drawTicket(ticket: TicketPage): Promise<Uint8Array> {
  const { name, eventName, days, times, breaks, venue, checkInCode, providerName, madeAt } = ticket
  const sheet = openSheet([page.width, page.height])
  const centered = { x: middle, align: 'center', width: 460 } as const
  const small = {
    ...centered,
    style: 'strong',
    color: muted,
    size: 9.5,
    minSize: 6.5,
    tracking: 0.7,
  } as const
  if (ticket.logo) {
    const { width, height } = ticket.logo
    const shownWidth = Math.min(160, (34 * width) / height)
    sheet.picture(
      ticket.logo,
      { x: middle - shownWidth / 2, y: 20, width: shownWidth, height: 34 },
      `Logo of ${providerName}`,
    )
  }
  await sheet.write(providerName.toUpperCase(), { ...small, y: 72 })
  const title = { size: 26, minSize: 17, wrapped: { size: 20, minSize: 10 } }
  await sheet.write(eventName, { ...centered, style: 'display', color: ink, y: 112, ...title, tag: 'H1' })
  const code = qrOperators(ticket.ticket, { x: middle - side / 2, y: 150, side, color: '#000000' })
  sheet.operate(code, `QR code of the ticket, check-in code ${checkInCode}`)
  const named = { size: 24, minSize: 14, wrapped: { size: 16, minSize: 9 } }
  await sheet.write(name, { ...centered, style: 'display', color: ink, y: 478, ...named, tag: 'H2' })
  sheet.operate(`${rgb(border)} RG 0.8 w ${middle - 150} 500 m ${middle + 150} 500 l S`)
  const line = { size: 12.5, minSize: 8, wrapped: { size: 10.5, minSize: 7 } }
  const lines = [days, times, breaks, venue ?? ''].filter(Boolean)
  for (const [place, text] of lines.entries()) {
    await sheet.write(text, { ...centered, style: 'body', color: ink, y: 528 + place * 24, ...line })
  }
  const last = 528 + lines.length * 24
  await sheet.write(`Check-in code ${checkInCode}`, {
    ...centered,
    style: 'strong',
    color: ink,
    y: last + 10,
    size: 14,
  })
  const hint = 'Show this code at the door when you arrive and when you leave. It admits one person.'
  await sheet.write(hint, { ...centered, style: 'body', color: muted, y: last + 42, size: 10 })
  return sheet.print({
    Title: `Ticket – ${eventName}`,
    Author: providerName,
    Creator: 'IA Renewal Portal',
    CreationDate: madeAt,
  })
}
