import type { MailContent, MailSender } from '#server/platform/mail/mail-layout.ts'

export interface CertificateMailFacts {
  firstName: string
  eventName: string
  hours: number
  link: string
  sender: MailSender
}

export function certificateMail({
  firstName,
  eventName,
  hours,
  link,
  sender,
}: CertificateMailFacts): MailContent {
  return {
    subject: `Your certificate: ${eventName}`,
    paragraphs: [
      `Hello ${firstName},`,
      `thank you for taking part in ${eventName}. Your certificate for ${hours} ${hours === 1 ? 'hour' : 'hours'} of refresher training is ready.`,
    ],
    action: { label: 'Download your certificate', url: link },
    closing: [
      'The link needs no sign-in and keeps working. Please keep the certificate with your renewal papers.',
    ],
    sender,
  }
}
