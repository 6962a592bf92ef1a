import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import { beginningOf } from '#contract/core/season.ts'
import type { getMails, Mail, MailboxMessage } from '#contract/foundation/mails/calls.ts'
import { mailsAtOnce, undelivered } from '#contract/foundation/mails/calls.ts'
import { refusing } from '#server/core/http/refusal.ts'
import type { MailAttachment } from '#server/core/mail/mail.ts'
import { findFrom } from '#server/foundation/training-providers/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { textOfMail } from './mail-sending.ts'
import { isRetriable } from './try-mails.ts'

const mostMessages = 200

/** Returns the newest mails of one recipient or of all; waiting ones are not in the mailbox yet. */
export async function findMailboxMessages(
  { db, config }: Services,
  to: string | undefined,
): Promise<MailboxMessage[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['mailId as id', 'toAddress as to', 'subject', 'sentAt', ...textOfMail, attachmentsOfMail])
    .where('status', '=', 'sent')
    .$if(to !== undefined, (mails) => mails.where('toAddress', '=', to as string))
    .orderBy('mailId', 'desc')
    .limit(mostMessages)
    .$narrowType<{ sentAt: Date }>()
    .execute()
  const { name, address } = await findFrom(db, config)
  const from = `${name} <${address}>`
  return rows.map((row) => ({ ...row, from, links: row.text.match(/https?:\/\/\S+/g) ?? [] }))
}

const attachmentsOfMail = sql<MailboxMessage['attachments']>`
  (select coalesce(json_agg(json_build_object('filename', filename, 'contentType', content_type) order by place), '[]')
   from mail_attachments a where a.mail_id = mails.mail_id)`.as('attachments')

/** Returns an attachment of a mail in the mailbox. Refuses with NOT_FOUND. */
export async function getMailboxAttachment(db: Db, mailId: number, place: number): Promise<MailAttachment> {
  return db
    .selectFrom('mailAttachments')
    .innerJoin('mails', 'mails.mailId', 'mailAttachments.mailId')
    .select(['filename', 'contentType', 'content'])
    .where('mailAttachments.mailId', '=', mailId)
    .where('place', '=', place)
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow(refusing('NOT_FOUND'))
}

/** Selects a person's mails: to their address, about their registrations, and their questions to support. */
export interface Correspondence {
  email: string
  registrationIds: number[]
  /**
   * The support address. A mail to it belongs to the person who asked; other mails only name it as the reply
   * address.
   */
  support: string
}

export function belongsTo({ email, registrationIds, support }: Correspondence) {
  return sql<boolean>`(
    to_address = ${email} and (to_address <> ${support} or reply_to is null)
    or reply_to = ${email} and to_address = ${support}
    or registration_id = any(${registrationIds}::int[]))`
}

/** Returns a person's mails with their status, newest first, without text. */
export function findMailsOf(db: Db, correspondence: Correspondence) {
  return db
    .selectFrom('mails')
    .select(['mailId', 'subject', 'toAddress', 'createdAt', 'sentAt', 'status'])
    .where(belongsTo(correspondence))
    .orderBy('mailId', 'desc')
    .execute()
}

type Filter = Input<typeof getMails>['query']

/** Returns a filter's newest mails with their status, without text, and if there are older ones. */
export async function findMails(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  filter: Filter,
): Promise<Data<typeof getMails>> {
  const addresses = filter.search?.trim() ? await findAddresses(db, filter.search.trim()) : undefined
  const { rows } = await sql<Mail>`
    select ${mailColumns(clock())}
    from mails where ${sql.join(conditionsOf(filter, addresses), sql` and `)}
    order by mail_id desc limit ${mailsAtOnce + 1}`.execute(db)
  return { mails: rows.slice(0, mailsAtOnce), hasMore: rows.length > mailsAtOnce }
}

/** A listed mail's columns: everything but its text. */
export function mailColumns(now: Date) {
  return sql`mail_id, to_address, subject, status, created_at, sent_at, attempts, coalesce((
      select problem from mail_attempts a where a.mail_id = mails.mail_id order by attempted_at desc limit 1
    ), '') as problem, is_sent_again, ${isRetriable(now)} as is_retriable`
}

function conditionsOf({ status, year, before }: Filter, addresses: string[] | undefined) {
  const statuses = status === 'undelivered' ? undelivered : [status]
  return [
    sql`true`,
    ...(before === undefined ? [] : [sql`mail_id < ${before}`]),
    // Written like the condition of the index of unsent mails.
    ...(status === undefined ? [] : [sql`status = any(${statuses}::text[])`]),
    ...(status === undefined || status === 'sent' ? [] : [sql`sent_at is null`]),
    ...(year === undefined
      ? []
      : [sql`created_at >= ${beginningOf(year)} and created_at < ${beginningOf(year + 1)}`]),
    ...(addresses === undefined ? [] : [sql`to_address = any(${addresses}::text[])`]),
  ]
}

/** The most people whose mails a search finds. */
const mostAddresses = 100

/** Returns the email itself, and those of people found by it. */
async function findAddresses(db: Db, search: string) {
  const { rows } = await sql<{ email: string }>`
    select email from users where search_text like all (search_patterns(${search})) limit ${mostAddresses}`.execute(
    db,
  )
  return [search.toLowerCase(), ...rows.map(({ email }) => email)]
}
