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
    .where('mailId', '=', mailId)
    .where('status', '=', 'queued')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!mail) return undefined
  const problem = await services.mail
    .send({
      messageId: `<mail-${mail.mailId}@${new URL(services.config.publicUrl).hostname}>`,
      to: mail.toAddress,
      from: services.config.mail.from,
      replyTo: mail.replyTo,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
    })
    .catch((thrown: Error) => thrown)
  const isOver = !problem || problem instanceof MailRefused || attempt.isLast
  await tx
    .insertInto('mailAttempts')
    .values({ mailId: mailId, problem: problem?.message ?? null })
    .execute()
  if (isOver) {
    await tx
      .updateTable('mails')
      .set({
        status: problem ? 'failed' : 'sent',
        sentAt: problem ? null : services.clock(),
        ...(mail.isSecret && !services.mail.isMailbox && { html: '', text: '' }),
      })
      .where('mailId', '=', mailId)
      .execute()
  }
  return isOver ? undefined : problem
}
