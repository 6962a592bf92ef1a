import type { MailAttachment } from '#server/core/mail/mail.ts'
import { qrPng } from '#server/core/qr-codes.ts'

/** Returns the QR code of a ticket as a file of an email. */
export function ticketPicture(ticket: string): MailAttachment {
  return { filename: 'ticket.png', contentType: 'image/png', content: qrPng(ticket, 7) }
}
