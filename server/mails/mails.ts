import { sql } from 'kysely'
import type { MailAttachment, MailedEvent } from '#server/core/mail/mail.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { layOutMail } from '#server/core/mail/mail-layout.ts'
import type { Work } from '#server/work.ts'
import { isWaiting } from './mail-sending.ts'
import type { Correspondence } from './queries.ts'
import { belongsTo } from './queries.ts'

export interface NewMail {
  /** What causes it: the same cause writes one mail, however often it is asked for. */
  cause: string
  to: string
  replyTo?: string
  content: MailContent
  /** Stays as long as the text. */
  attachments?: MailAttachment[]
  /** It carries a code, so its body goes once it has left the house, or the code is spent or has run out. It has no attachments. */
  isSecret?: boolean
  /** Somebody waits for it, so it leaves before those that wait; a secret mail is, unless said otherwise. */
  isUrgent?: boolean
  /** It leaves before other urgent mails; a secret mail does, unless said otherwise. */
  isFirst?: boolean
  /** Where a POST stops such mails, for the mail program's own button. */
  unsubscribeUrl?: string
  /** From then on it is of no use, and given up; of a secret one, when its code runs out. */
  expiresAt?: Date
  /** What it is about, whoever it is to. */
  registrationId?: number
  /** The same for a mail service that asks for it. */
  event?: MailedEvent
  /** From then on nothing of it is kept; by itself it is as long as every mail. */
  forgetAt?: Date
}

/** Writes a mail to the outbox, with the job that sends it. Gives its id, or undefined where the cause was mailed before. */
export async function writeMail(work: Work, mail: NewMail): Promise<number | undefined> {
  const [mailId] = await writeMails(work, [mail])
  return mailId
}

/** The same for many, in a few statements for all of them. Gives the id of each in its place. */
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

/** Takes back mails that have not left; of the others nothing changes. */
export async function withdrawMails({ tx }: Work, mailIds: number[]): Promise<void> {
  if (mailIds.length === 0) return
  await tx.deleteFrom('mails').where('mailId', 'in', mailIds).where(isWaiting).execute()
}

/** Empties secret mails to an address whose code is spent, by how their causes begin; what has not left yet never does. */
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

/** Deletes the mails of somebody; what has not left yet never does. */
export async function deleteMailsOf({ tx }: Work, correspondence: Correspondence): Promise<void> {
  await tx.deleteFrom('mails').where(belongsTo(correspondence)).execute()
}

function rowOf(mail: NewMail) {
  const isSecret = mail.isSecret ?? false
  return {
    cause: mail.cause,
    toAddress: mail.to,
    replyTo: mail.replyTo ?? null,
    isSecret,
    isUrgent: mail.isUrgent ?? isSecret,
    isFirst: mail.isFirst ?? isSecret,
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    expiresAt: mail.expiresAt ?? null,
    registrationId: mail.registrationId ?? null,
    event: mail.event ? JSON.stringify(mail.event) : null,
    forgetAt: mail.forgetAt ?? null,
    ...layOutMail(mail.content),
  }
}
