import type { MailboxMessage } from '#contract/mails.ts'
import type { Services } from '#server/services.ts'

const mostMessages = 200

/** The newest mails, of one recipient or of all; those that wait are not in the mailbox yet. */
export async function findMailboxMessages(
  { db, config }: Services,
  to: string | undefined,
): Promise<MailboxMessage[]> {
  let query = db
    .selectFrom('mails')
    .select(['mailId', 'toAddress', 'subject', 'html', 'text', 'sentAt'])
    .where('status', '=', 'sent')
    .orderBy('mailId', 'desc')
    .limit(mostMessages)
  if (to !== undefined) query = query.where('toAddress', '=', to)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.mailId,
    to: row.toAddress,
    from: config.mail.from,
    subject: row.subject,
    html: row.html,
    text: row.text,
    sentAt: row.sentAt as Date,
    links: row.text.match(/https?:\/\/\S+/g) ?? [],
    attachments: [],
  }))
}
