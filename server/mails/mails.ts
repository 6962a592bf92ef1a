import type { MailContent } from '#server/platform/mail/mail-layout.ts'
import { layOutMail } from '#server/platform/mail/mail-layout.ts'
import type { Work } from '#server/work.ts'

export interface NewMail {
  /** What causes it: the same cause writes one mail, however often it is asked for. */
  cause: string
  to: string
  replyTo?: string
  content: MailContent
  /** It carries a sign-in code, so its body doesn't stay. */
  isSecret?: boolean
  /** Somebody waits for it, so it leaves before those that wait; a secret mail is, unless said otherwise. */
  isUrgent?: boolean
}

/** Writes a mail to the outbox, with the job that sends it. Gives its id, or undefined where the cause was mailed before. */
export async function writeMail({ tx, addJobs }: Work, mail: NewMail): Promise<number | undefined> {
  const isSecret = mail.isSecret ?? false
  const isUrgent = mail.isUrgent ?? isSecret
  const written = await tx
    .insertInto('mails')
    .values({
      cause: mail.cause,
      toAddress: mail.to,
      replyTo: mail.replyTo ?? null,
      isSecret,
      isUrgent,
      ...layOutMail(mail.content),
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('mailId')
    .executeTakeFirst()
  if (!written) return undefined
  await addJobs('send-mail', [{ mailId: written.mailId }], { isUrgent })
  return written.mailId
}
