import nodemailer from 'nodemailer'
import type { OutgoingMail } from '#server/core/mail/mail.ts'
import type { Start } from './servers.ts'
import { started } from './servers.ts'

/** The yardstick: sends mails to an SMTP server with as many connections as the portal. A message says which mails and how many. */
const { url } = await started<Start & { url: string }>()
const smtp = nodemailer.createTransport({ url, pool: true, maxConnections: 12 } as never)
process.on('message', async ({ mail, mails }: { mail: Pick<OutgoingMail, 'html'>; mails: number }) => {
  process.send?.({ beganAt: Date.now() })
  await Promise.all(Array.from({ length: mails }, () => smtp.sendMail(mail as never)))
})
process.send?.({ port: 0 })
