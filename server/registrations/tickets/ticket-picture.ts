import type { MailAttachment } from '#server/core/mail/mail.ts'
import { qrPng } from '#server/core/qr-codes.ts'

/** Returns the QR code of a ticket as a file of an email. */
export async function ticketPicture(ticket: string): Promise<MailAttachment> {
  return { filename: 'ticket.png', contentType: 'image/png', content: await qrPng(ticket, 7) }
}
