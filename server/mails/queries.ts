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
    .select(['mail_id', 'to_address', 'subject', 'html', 'text', 'sent_at'])
    .where('status', '=', 'sent')
    .orderBy('mail_id', 'desc')
    .limit(mostMessages)
  if (to !== undefined) query = query.where('to_address', '=', to)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.mail_id,
    to: row.to_address,
    from: config.mail.from,
    subject: row.subject,
    html: row.html,
    text: row.text,
    sentAt: (row.sent_at as Date).toISOString(),
    links: row.text.match(/https?:\/\/\S+/g) ?? [],
    attachments: [],
  }))
}
