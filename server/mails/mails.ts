import { sql } from 'kysely'
import type { MailAttachment, MailedEvent } from '#server/core/mail/mail.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { layOutMail } from '#server/core/mail/mail-layout.ts'
import type { Work } from '#server/work.ts'
import { isWaiting } from './mail-sending.ts'
import type { Correspondence } from './queries.ts'
import { belongsTo } from './queries.ts'

export interface NewMail {
  /** The reason for the mail: one cause writes one mail, however often it is requested. */
  cause: string
  to: string
  replyTo?: string
  content: MailContent
  /** Kept as long as the text. */
  attachments?: MailAttachment[]
  /** It contains a code, so its body is deleted once it is sent, or once the code is spent or expires. It has no attachments. */
  isSecret?: boolean
  /** Somebody waits for it, so it overtakes other mails; by default, a secret mail is urgent. */
  isUrgent?: boolean
  /** It overtakes other urgent mails; by default, a secret mail does. */
  isFirst?: boolean
  /** The address that stops such mails with a POST, for the mail program's unsubscribe button. */
  unsubscribeUrl?: string
  /** The time when it becomes useless and is given up; for a secret mail, when its code expires. */
  expiresAt?: Date
  /** The registration it is about. */
  registrationId?: number
  /** The event it is about, for a mail service that asks for it. */
  event?: MailedEvent
  /** The time when it is deleted; by default that of every mail. */
  forgetAt?: Date
}

/** Writes a mail to the outbox, with the job that sends it. Returns its id, or undefined if the cause was mailed before. */
export async function writeMail(work: Work, mail: NewMail): Promise<number | undefined> {
  const [mailId] = await writeMails(work, [mail])
  return mailId
}

/** Writes many mails in a few statements. Returns the id of each in its place. */
export async function writeMails({ tx, addJobs }: Work, mails: NewMail[]): Promise<(number | undefined)[]> {
  if (mails.length === 0) return []
  const written = await tx
    .insertInto('mails')
    .values(mails.map(rowOf))
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning(['mailId', 'cause', 'isUrgent', 'isFirst'])
    .execute()
  const ids = new Map(written.map(({ cause, mailId }) => [cause, mailId]))
  const attachments = mails.flatMap(({ cause, attachments = [] }) => {
    const mailId = ids.get(cause)
    return mailId === undefined
      ? []
      : attachments.map((each, index) => ({ mailId, place: index + 1, ...each }))
  })
  if (attachments.length > 0) await tx.insertInto('mailAttachments').values(attachments).execute()
  for (const group of Map.groupBy(
    written,
    ({ isUrgent, isFirst }) => Number(isUrgent) + Number(isFirst),
  ).values()) {
    const jobs = group.map(({ mailId }) => ({ mailId }))
    await addJobs('send-mail', jobs, group[0])
  }
  return mails.map(({ cause }) => ids.get(cause))
}

/** Withdraws mails that have not left; leaves the others alone. */
export async function withdrawMails({ tx }: Work, mailIds: number[]): Promise<void> {
  if (mailIds.length === 0) return
  await tx.deleteFrom('mails').where('mailId', 'in', mailIds).where(isWaiting).execute()
}

/** Empties secret mails to an address whose code is spent, selected by the start of their causes. Unsent ones are never sent. */
export async function emptySecrets(
  { tx, clock }: Pick<Work, 'tx' | 'clock'>,
  to: string,
  cause: string,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ html: '', text: '', expiresAt: clock() })
    .where('toAddress', '=', to)
    .where('isSecret', '=', true)
    .where('text', '<>', '')
    .where(sql<boolean>`starts_with(cause, ${cause})`)
    .execute()
}

/** Deletes a person's mails; unsent ones are never sent. */
export async function deleteMailsOf({ tx }: Work, correspondence: Correspondence): Promise<void> {
  await tx.deleteFrom('mails').where(belongsTo(correspondence)).execute()
}

function rowOf({ to: toAddress, content, attachments: _, event, isSecret = false, ...mail }: NewMail) {
  return {
    ...{ toAddress, isSecret, isUrgent: isSecret, isFirst: isSecret, ...mail },
    event: event ? JSON.stringify(event) : null,
    ...layOutMail(content),
  }
}
