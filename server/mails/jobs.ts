import type { Jobs } from '#server/jobs.ts'
import type { Attempt } from '#server/platform/jobs/queue.ts'
import { MailRefused } from '#server/platform/mail/mail.ts'
import type { Services, Tx } from '#server/services.ts'

/** Sends one mail of the outbox and records the attempt. Run twice, it sends once: the row is locked and then marked. */
export async function sendMail(
  services: Services,
  { mailId }: Jobs['send-mail'],
  attempt: Attempt,
): Promise<void> {
  const problem = await services.db.transaction().execute((tx) => trySending(tx, services, mailId, attempt))
  if (problem) throw problem
}

/** Gives the problem that is worth another attempt; the attempt is recorded either way. */
async function trySending(
  tx: Tx,
  services: Services,
  mailId: number,
  attempt: Attempt,
): Promise<Error | undefined> {
  const mail = await tx
    .selectFrom('mails')
    .selectAll()
    .where('mail_id', '=', mailId)
    .where('status', '=', 'queued')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!mail) return undefined
  const problem = await services.mail
    .send({
      messageId: `<mail-${mail.mail_id}@${new URL(services.config.publicUrl).hostname}>`,
      to: mail.to_address,
      from: services.config.mail.from,
      replyTo: mail.reply_to,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
    })
    .catch((thrown: Error) => thrown)
  const isOver = !problem || problem instanceof MailRefused || attempt.isLast
  await tx
    .insertInto('mail_attempts')
    .values({ mail_id: mailId, problem: problem?.message ?? null })
    .execute()
  if (isOver) {
    await tx
      .updateTable('mails')
      .set({
        status: problem ? 'failed' : 'sent',
        sent_at: problem ? null : services.clock(),
        ...(mail.is_secret && !services.mail.isMailbox && { html: '', text: '' }),
      })
      .where('mail_id', '=', mailId)
      .execute()
  }
  return isOver ? undefined : problem
}
