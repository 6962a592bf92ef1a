import QRCode from 'qrcode'
import type { MailAttachment } from '#server/core/mail/mail.ts'

const look = { errorCorrectionLevel: 'M', margin: 4 } as const

/** Returns the QR code of a ticket as an SVG. */
export function ticketSvg(ticket: string): Promise<string> {
  return QRCode.toString(ticket, { ...look, type: 'svg' })
}

/** Returns the QR code of a ticket as a file of an email. */
export async function ticketPicture(ticket: string): Promise<MailAttachment> {
  const content = await QRCode.toBuffer(ticket, { ...look, scale: 7 })
  return { filename: 'ticket.png', contentType: 'image/png', content }
}
