import { sql } from 'kysely'
import type { MailStatus } from '#contract/mails/calls.ts'
import type { Db, Services } from '#server/services.ts'

/**
 * What became of an attempt: 'failed' is tried again, 'queued' waits until the mail server is back, everything else is over.
 * `problem` in the receiver's words.
 */
export interface Outcome {
  status: Extract<MailStatus, 'queued' | 'sent' | 'failed' | 'given-up' | 'unknown'>
  problem: string | null
  /** The address is out of order, as its mail server says. */
  isBounced?: boolean
}

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/** No lease lasts longer than two minutes: one that is further away is of a clock that was ahead. */
const isLeaseOver = sql<boolean>`(leased_until < now() or leased_until > now() + interval '2 minutes')`

/** True for a mail that may be claimed; one whose claim has run out before it left has certainly not left. */
export const isWaiting = sql<boolean>`
  (status in ('queued', 'failed') or status = 'sending' and not is_leaving and ${isLeaseOver})`

/**
 * Claims a mail for one attempt, or gives undefined when it is over or somebody else's. The claim lasts as long as the queue
 * takes to find that a process is dead; one that lives and is slower keeps it unless the job is given to another.
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
      // Not waited for until it is on the disk: a claim that a crash takes back had not left, for the note of that is waited for.
      .where(sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`)
      .returning(['mailId', 'attempts', 'isUrgent', 'isFirst', 'isSecret', 'expiresAt', 'event'])
      .returning(['toAddress', 'replyTo', 'subject', 'html', 'text', 'unsubscribeUrl'])
      .executeTakeFirst()
  )
}

/** Notes that the receiver may have the mail from now on. Throws when the claim is another's by now: then it mustn't leave. */
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

/** Records an attempt and what became of it. False when the mail was given to another attempt meanwhile. */
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
        // What is known late counts more than 'unknown'; but a secret that is no longer there can't be tried again.
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

/** Gives a claim back that nobody was asked about: no attempt was made. */
export async function releaseMail(db: Db, { mailId, attempts }: ClaimedMail): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'queued', attempts: attempts - 1 })
    .where('mailId', '=', mailId)
    .where('attempts', '=', attempts)
    .where('status', '=', 'sending')
    .execute()
}

/** Settles mails as unknown whose process ended while they left. */
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
