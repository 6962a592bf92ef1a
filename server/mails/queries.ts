import { sql } from 'kysely'
import type { MailboxMessage } from '#contract/mails.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { MailAttachment } from '#server/platform/mail/mail.ts'
import type { Db, Services } from '#server/services.ts'

const mostMessages = 200

/** The newest mails, of one recipient or of all; those that wait are not in the mailbox yet. */
export async function findMailboxMessages(
  { db, config }: Services,
  to: string | undefined,
): Promise<MailboxMessage[]> {
  let query = db
    .selectFrom('mails')
    .select(['mailId', 'toAddress', 'subject', 'html', 'text', 'sentAt', attachmentsOfMail])
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
    attachments: row.attachments,
  }))
}

const attachmentsOfMail = sql<MailboxMessage['attachments']>`
  (select coalesce(json_agg(json_build_object('filename', filename, 'contentType', content_type) order by place), '[]')
   from mail_attachments where mail_attachments.mail_id = mails.mail_id)`.as('attachments')

/** What a mail carries besides its text, in its order. */
export function findAttachments(db: Db, mailId: number): Promise<MailAttachment[]> {
  return db
    .selectFrom('mailAttachments')
    .select(['filename', 'contentType', 'content'])
    .where('mailId', '=', mailId)
    .orderBy('place')
    .execute()
}

/** One attachment of a mail that is in the mailbox; refuses with NOT_FOUND. */
export async function getMailboxAttachment(db: Db, mailId: number, place: number): Promise<MailAttachment> {
  const attachment = await db
    .selectFrom('mailAttachments')
    .innerJoin('mails', 'mails.mailId', 'mailAttachments.mailId')
    .select(['filename', 'contentType', 'content'])
    .where('mailAttachments.mailId', '=', mailId)
    .where('place', '=', place)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  if (!attachment) throw new Refusal('NOT_FOUND')
  return attachment
}

/** What mails are somebody's: those to their address, those whose answer goes there, and those about their registrations. */
export interface Correspondence {
  email: string
  registrationIds: number[]
}

export function belongsTo({ email, registrationIds }: Correspondence) {
  return sql<boolean>`(to_address = ${email} or reply_to = ${email} or registration_id = any(${registrationIds}::int[]))`
}

/** The mails of somebody and what became of them, the newest first; never what is written in them. */
export function findMailsOf(db: Db, correspondence: Correspondence) {
  return db
    .selectFrom('mails')
    .select(['subject', 'toAddress', 'createdAt', 'sentAt', 'status'])
    .where(belongsTo(correspondence))
    .orderBy('mailId', 'desc')
    .execute()
}
