import { sql } from 'kysely'
import type { MailStatus } from '#contract/mails/calls.ts'
import type { Db, Services } from '#server/services.ts'

/**
 * The outcome of an attempt: 'failed' is retried, 'queued' waits until the mail server is back, all others are final.
 * `problem` has the receiver's words.
 */
export interface Outcome {
  status: Extract<MailStatus, 'queued' | 'sent' | 'failed' | 'given-up' | 'unknown'>
  problem: string | null
  /** The mail server permanently refuses the address. */
  isBounced?: boolean
}

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/** No lease is longer than two minutes: a later one comes from a clock that was ahead. */
const isLeaseOver = sql<boolean>`(leased_until < now() or leased_until > now() + interval '2 minutes')`

/** True for a mail that may be claimed; one whose lease expired before it left has certainly not left. */
export const isWaiting = sql<boolean>`
  (status in ('queued', 'failed') or status = 'sending' and not is_leaving and ${isLeaseOver})`

/**
 * Claims a mail for one attempt; returns undefined if it is settled or claimed by another. The lease lasts as long as the queue
 * needs to detect a dead process; a slow one keeps its claim unless the job is given to another.
 */
export function claimMail(db: Db, mailId: number) {
  return (
    db
      .updateTable('mails')
      .set((mail) => ({
        status: 'sending',
        attempts: mail('attempts', '+', 1),
        leasedUntil: sql<Date>`now() + interval '10 seconds'`,
        isLeaving: false,
      }))
      .where('mailId', '=', mailId)
      .where(isWaiting)
      // `synchronous_commit` off is safe here: `noteLeaving` commits synchronously before the mail is sent,
      // so a lost claim means that nothing was sent.
      .where(sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`)
      .returning(['mailId', 'attempts', 'isUrgent', 'isFirst', 'isSecret', 'expiresAt', 'event'])
      .returning(['toAddress', 'replyTo', 'subject', 'html', 'text', 'unsubscribeUrl'])
      .executeTakeFirst()
  )
}

/** Records that the receiver may have the mail from now on. Throws if the claim is another's: then the mail must not leave. */
export async function noteLeaving(db: Db, { mailId, attempts }: ClaimedMail): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    // Longer than any transport waits for its answer.
    .set({ isLeaving: true, leasedUntil: sql<Date>`now() + interval '2 minutes'` })
    .where('mailId', '=', mailId)
    .where('attempts', '=', attempts)
    .where('status', '=', 'sending')
    .where('isLeaving', '=', false)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error('This mail was given to another attempt')
}

/** Records an attempt and its outcome. Returns false if another attempt has claimed the mail. */
export async function settleMail(
  { db, config, clock }: Services,
  { mailId, attempts, isSecret }: ClaimedMail,
  { status, problem }: Outcome,
): Promise<boolean> {
  const isOver = status !== 'failed' && status !== 'queued'
  const { numInsertedOrUpdatedRows } = await db
    .with('settled', (tx) =>
      tx
        .updateTable('mails')
        .set({
          status,
          sentAt: status === 'sent' ? clock() : null,
          ...(isOver && isSecret && !config.mail.hasMailbox && { html: '', text: '' }),
        })
        .where('mailId', '=', mailId)
        .where('attempts', '=', attempts)
        // A late answer replaces 'unknown'; but a secret mail whose text is gone cannot be retried.
        .where('status', 'in', isOver || !isSecret ? ['sending', 'unknown'] : ['sending'])
        .returning('mailId'),
    )
    .insertInto('mailAttempts')
    .columns(['mailId', 'problem'])
    .expression((tx) =>
      tx.selectFrom('settled').select(['mailId', sql<string>`${problem}::text`.as('problem')]),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Releases a claim before any attempt was made. */
export async function releaseMail(db: Db, { mailId, attempts }: ClaimedMail): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'queued', attempts: attempts - 1 })
    .where('mailId', '=', mailId)
    .where('attempts', '=', attempts)
    .where('status', '=', 'sending')
    .execute()
}

/** Settles as `unknown` the mails whose process died while they left. */
export async function settleLostMails({ db }: Pick<Services, 'db'>): Promise<void> {
  await db
    .with('lost', (tx) =>
      tx
        .updateTable('mails')
        .set({
          status: 'unknown',
          html: sql<string>`case when is_secret then '' else html end`,
          text: sql<string>`case when is_secret then '' else text end`,
        })
        .where('status', '=', 'sending')
        .where('isLeaving', '=', true)
        .where(isLeaseOver)
        .returning('mailId'),
    )
    .insertInto('mailAttempts')
    .columns(['mailId', 'problem'])
    .expression((tx) =>
      tx
        .selectFrom('lost')
        .select(['mailId', sql<string>`${'The portal ended before the answer came'}::text`.as('problem')]),
    )
    .execute()
}
