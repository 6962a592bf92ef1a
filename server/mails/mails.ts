import type { MailContent } from '#server/platform/mail/mail-layout.ts'
import { layOutMail } from '#server/platform/mail/mail-layout.ts'
import type { Services, Tx } from '#server/services.ts'

export interface NewMail {
  /** What causes it: the same cause writes one mail, however often it is asked for. */
  cause: string
  to: string
  replyTo?: string
  content: MailContent
  /** It carries a sign-in code, so its body doesn't stay. */
  isSecret?: boolean
}

/** Writes a mail to the outbox, with the job that sends it. Gives its id, or undefined where the cause was mailed before. */
export async function writeMail(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  mail: NewMail,
): Promise<number | undefined> {
  const written = await tx
    .insertInto('mails')
    .values({
      cause: mail.cause,
      to_address: mail.to,
      reply_to: mail.replyTo ?? null,
      is_secret: mail.isSecret ?? false,
      ...layOutMail(mail.content),
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('mail_id')
    .executeTakeFirst()
  if (!written) return undefined
  await jobs.add(tx as never, 'send-mail', { mailId: written.mail_id })
  return written.mail_id
}
