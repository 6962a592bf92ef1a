import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { priorityOf } from '#server/core/jobs/new-jobs.ts'
import type { MailAttachment, MailedEvent } from '#server/core/mail/mail.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { layOutMail } from '#server/core/mail/mail-layout.ts'
import { remember } from '#server/core/remember.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { isWaiting } from './mail-sending.ts'
import type { Correspondence } from './queries.ts'
import { belongsTo } from './queries.ts'

export interface NewMail {
  /** The reason for the mail: one cause writes one mail, however often requested. */
  cause: string
  to: string
  replyTo?: string
  content: MailContent
  /** Stored as long as the text. */
  attachments?: MailAttachment[]
  /** It contains a code, so its body is deleted once it is sent, or once the code is spent or expires. It has no attachments. */
  isSecret?: boolean
  /** Someone waits for it, so it overtakes other mails; by default, a secret mail is urgent. */
  isUrgent?: boolean
  /** It overtakes other urgent mails; by default, a secret mail does. */
  isFirst?: boolean
  /** Urgent mails with a lower rank overtake it; 0 by default. */
  rank?: number
  /** The earliest departure, from its writing. */
  afterSeconds?: number
  /** A POST to it stops such mails, for the mail program's unsubscribe button. */
  unsubscribeUrl?: string
  /** The time at which it becomes useless and is given up. */
  expiresAt?: Date
  /** For a secret mail: its code's lifetime after it left. */
  secondsValid?: number
  /** The registration that it is about. */
  registrationId?: number
  /** The event that it is about, for a mail service that asks for it. */
  event?: MailedEvent
  /** The time of its deletion; by default every mail's. */
  forgetAt?: Date
}

/** Writes a mail to the outbox, with its sending job. Returns its id, or undefined if the cause was mailed before. */
export async function writeMail(work: Work, mail: NewMail): Promise<number | undefined> {
  const [mailId] = await writeMails(work, [mail])
  return mailId
}

/** Writes many mails in a few statements. Returns their ids in order. */
export async function writeMails(work: Work, mails: NewMail[]): Promise<(number | undefined)[]> {
  if (mails.length === 0) return []
  const { tx, addJobs } = work
  const sender = mails.every(({ content }) => content.sender) ? undefined : await findSender(work)
  const laidOut = new Map<MailContent, ReturnType<typeof layOutMail>>()
  const rows = mails.map((mail) => ({
    ...rowOf(mail),
    ...remember(laidOut, mail.content, () => layOutMail({ ...(sender && { sender }), ...mail.content })),
  }))
  const { rows: written } = await sql<Written>`
    with mail as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}) as mail (cause text, "toAddress" text, "replyTo" text,
        subject text, html text, text text, "isSecret" boolean, "isUrgent" boolean, "isFirst" boolean, rank smallint,
        "unsubscribeUrl" text, "expiresAt" timestamptz, "secondsValid" integer, "registrationId" integer, "forgetAt" timestamptz, event jsonb)
    ), written as (
      insert into mails (cause, to_address, reply_to, subject, html, text, is_secret, is_urgent, is_first, rank,
        unsubscribe_url, expires_at, seconds_valid, registration_id, forget_at, event)
      select cause, "toAddress", "replyTo", subject, case when "isSecret" then html else '' end,
        case when "isSecret" then text else '' end, "isSecret", "isUrgent", "isFirst", rank,
        "unsubscribeUrl", "expiresAt", "secondsValid", "registrationId", "forgetAt", event from mail
      on conflict (cause) do nothing
      returning mail_id, cause, is_urgent, is_first, rank
    ), texts as (
      -- A cause that is there twice in one call writes its first mail.
      insert into mail_texts (mail_id, html, text)
      select distinct on (mail_id) mail_id, html, text from written join mail using (cause) where not "isSecret"
    )
    select mail_id, cause, is_urgent, is_first, rank from written`.execute(tx)
  const ids = new Map(written.map(({ cause, mailId }) => [cause, mailId]))
  const attachments = mails.flatMap(({ cause, attachments = [] }) => {
    const mailId = ids.get(cause)
    return mailId === undefined
      ? []
      : attachments.map((each, index) => ({ mailId, place: index + 1, ...each }))
  })
  if (attachments.length > 0) {
    const column = <Name extends keyof (typeof attachments)[0]>(name: Name) =>
      attachments.map((each) => each[name])
    await sql`
      insert into mail_attachments (mail_id, place, filename, content_type, content)
      select * from unnest(${column('mailId')}::bigint[], ${column('place')}::integer[], ${column('filename')}::text[],
        ${column('contentType')}::text[], ${column('content')}::bytea[])`.execute(tx)
  }
  const delays = new Map(mails.map(({ cause, afterSeconds = 0 }) => [cause, afterSeconds]))
  const delayOf = ({ cause }: Written) => delays.get(cause) ?? 0
  for (const group of Map.groupBy(written, (mail) => `${priorityOf(mail)} ${delayOf(mail)}`).values()) {
    const jobs = group.map(({ mailId }) => ({ mailId }))
    const [{ isUrgent, isFirst, rank }] = group as [Written]
    await addJobs('send-mail', jobs, { isUrgent, isFirst, rank, afterSeconds: delayOf(group[0] as Written) })
  }
  return mails.map(({ cause }) => ids.get(cause))
}

/** Withdraws mails that have not left; leaves others alone. */
export async function withdrawMails({ tx }: Work, mailIds: number[]) {
  if (mailIds.length === 0) return
  await tx.deleteFrom('mails').where('mailId', 'in', mailIds).where(isWaiting).execute()
}

/** Empties secret mails to addresses whose code is spent, by the prefix of their causes. Unsent ones are never sent. */
export async function emptySecrets(
  { tx, clock }: Pick<Work, 'tx' | 'clock'>,
  addresses: string[],
  cause: string,
) {
  await tx
    .updateTable('mails')
    .set({ html: '', text: '', expiresAt: clock() })
    .where(sql<boolean>`to_address = any(${addresses})`)
    .where('isSecret', '=', true)
    .where('text', '<>', '')
    .where(sql<boolean>`starts_with(cause, ${cause})`)
    .execute()
}

/** Deletes a person's mails; unsent ones are never sent. */
export async function deleteMailsOf({ tx }: Work, correspondence: Correspondence) {
  await tx.deleteFrom('mails').where(belongsTo(correspondence)).execute()
}

type Written = Pick<Selectable<Tables['mails']>, 'mailId' | 'cause' | 'isUrgent' | 'isFirst' | 'rank'>

function rowOf({ to: toAddress, content: _, attachments: __, isSecret = false, ...mail }: NewMail) {
  return { toAddress, isSecret, isUrgent: isSecret, isFirst: isSecret, rank: 0, ...mail }
}
