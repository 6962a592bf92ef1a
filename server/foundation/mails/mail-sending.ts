import { sql } from 'kysely'
import type { MailStatus } from '#contract/foundation/mails/calls.ts'
import { inBatches } from '#server/core/db/batches.ts'
import { planAnew } from '#server/core/db/database.ts'
import type { MailAttachment } from '#server/core/mail/mail.ts'
import type { Db, Services } from '#server/services.ts'

/**
 * An attempt's outcome: 'failed' is retried, 'queued' waits until the mail server is back, all others are
 * final. `problem`: the receiver's words.
 */
export interface Outcome {
  status: Extract<MailStatus, 'queued' | 'sent' | 'failed' | 'given-up' | 'unknown'>
  problem: string | null
  /** The mail server permanently refuses the address. */
  isBounced?: boolean
}

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMails>>[number]>

export type Outbox = ReturnType<typeof openOutbox>

/** Opens the three steps of sending. Mails that take a step at the same time share its statement. */
export function openOutbox(services: Pick<Services, 'db' | 'config' | 'clock'>) {
  const isLeft = inBatches((mails: ClaimedMail[]) => noteLeaving(services, mails))
  return {
    /**
     * Claims a mail for one attempt; undefined if it is settled or another's. The lease lasts as long as the
     * queue needs to detect a dead process. A slow process keeps its claim unless the job is given to
     * another.
     */
    claim: inBatches((mailIds: number[]) => claimMails(services.db, mailIds)),

    /** Records that the receiver may have the mail. Throws if the claim is another's: the mail must not leave. */
    async noteLeaving(mail: ClaimedMail) {
      if (!(await isLeft(mail))) throw new Error('This email was given to another attempt')
    },

    /** Records an attempt and its outcome. Returns false if another attempt has claimed the mail. */
    settle: inBatches((attempts: Attempted[]) => settleMails(services, attempts)),
  }
}

interface Attempted {
  mail: ClaimedMail
  outcome: Outcome
}

/** No lease exceeds two minutes: a later one comes from a clock that was ahead. */
const isLeaseOver = sql<boolean>`(leased_until < now() or leased_until > now() + interval '2 minutes')`

/**
 * SQL: true for a mail that may be claimed. One whose lease expired before it left has certainly not left.
 * Names `sent_at` for the index of unsent mails, as all conditions do: an index on the status would be
 * written with each claim.
 */
export const isWaiting = sql<boolean>`
  (sent_at is null and (status in ('queued', 'failed') or status = 'sending' and not is_leaving and ${isLeaseOver}))`

export const fromMailText = sql`from mail_texts t where t.mail_id = mails.mail_id`

async function claimMails(db: Db, mailIds: number[]) {
  const rows = await db
    .updateTable('mails')
    .set((mail) => ({
      status: 'sending',
      attempts: mail('attempts', '+', 1),
      leasedUntil: sql<Date>`now() + interval '10 seconds'`,
      isLeaving: false,
    }))
    .where(sql<boolean>`mail_id = any(${mailIds}::bigint[])`)
    .where(isWaiting)
    // `synchronous_commit` off is safe here: `noteLeaving` commits synchronously before the mail is sent,
    // so a lost claim means that nothing was sent.
    .where(sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`)
    .returning(['mailId', 'attempts', 'isUrgent', 'isFirst', 'rank', 'isSecret', 'expiresAt', 'event'])
    .returning(['toAddress', 'replyTo', 'subject', 'unsubscribeUrl', ...textOfMail, attachmentsOfMail])
    .modifyEnd(sql.raw(planAnew))
    .execute()
  const claimed = new Map(
    rows.map((row) => [row.mailId, { ...row, attachments: row.attachments.map(decoded) }]),
  )
  return mailIds.map((mailId) => {
    const mail = claimed.get(mailId)
    // Of two jobs for one mail, one gets the claim.
    claimed.delete(mailId)
    return mail
  })
}

/** The text of a row of `mails`. Secret mails, and those of an earlier version, have it in the row. */
export const textOfMail = [
  sql<string>`coalesce((select t.html ${fromMailText}), mails.html)`.as('html'),
  sql<string>`coalesce((select t.text ${fromMailText}), mails.text)`.as('text'),
] as const

const attachmentsOfMail = sql<StoredAttachment[]>`
  (select coalesce(json_agg(json_build_object('filename', filename, 'contentType', content_type,
     'content', encode(content, 'base64')) order by place), '[]')
   from mail_attachments a where a.mail_id = mails.mail_id)`.as('attachments')

type StoredAttachment = Omit<MailAttachment, 'content'> & { content: string }

function decoded({ content, ...attachment }: StoredAttachment): MailAttachment {
  return { ...attachment, content: Buffer.from(content, 'base64') }
}

/** Returns, in order, true if the claim still holds. */
async function noteLeaving(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  mails: ClaimedMail[],
): Promise<boolean[]> {
  const { rows } = await sql<{ mailId: number }>`${sql.raw(planAnew)}
    update mails set is_leaving = true, left_at = ${clock()}::timestamptz,
      -- Longer than any transport waits for its answer.
      leased_until = now() + interval '2 minutes'
    from ${claimsOf(mails)}
    where mail_id = claimed_id and attempts = attempt and status = 'sending' and not is_leaving
    returning mail_id`.execute(db)
  return areIn(rows, mails)
}

/** Returns, in order, true if the outcome was recorded. */
async function settleMails(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  attempts: Attempted[],
): Promise<boolean[]> {
  const mails = attempts.map(({ mail }) => mail)
  const statuses = attempts.map(({ outcome }) => outcome.status)
  const problems = attempts.map(({ outcome }) => outcome.problem)
  const isOver = sql`outcome.status not in ('failed', 'queued')`
  const isSpent = sql`is_secret and ${isOver} and not ${config.mail.hasMailbox}::boolean`
  const { rows } = await sql<{ mailId: number }>`${sql.raw(planAnew)}
    with settled as (
      update mails set status = outcome.status,
        sent_at = case outcome.status when 'sent' then ${clock()}::timestamptz end,
        -- The mailbox of this machine takes a mail without a moment in between.
        left_at = coalesce(left_at, case outcome.status when 'sent' then ${clock()}::timestamptz end),
        html = case when ${isSpent} then '' else html end,
        text = case when ${isSpent} then '' else text end
      from ${claimsOf(mails)}
      join unnest(${statuses}::text[], ${problems}::text[]) with ordinality as outcome (status, problem, place) using (place)
      where mail_id = claimed_id and attempts = attempt
        -- A late answer replaces 'unknown'; but a secret mail whose text is gone cannot be retried.
        and (mails.status = 'sending' or mails.status = 'unknown' and (not is_secret or ${isOver}))
      returning mail_id, problem
    ), attempted as (
      insert into mail_attempts (mail_id, problem) select mail_id, problem from settled
    )
    select mail_id from settled`.execute(db)
  return areIn(rows, mails)
}

function claimsOf(mails: ClaimedMail[]) {
  const [ids, attempts] = [mails.map(({ mailId }) => mailId), mails.map((mail) => mail.attempts)]
  return sql`unnest(${ids}::bigint[], ${attempts}::integer[]) with ordinality as claim (claimed_id, attempt, place)`
}

function areIn(rows: { mailId: number }[], mails: ClaimedMail[]): boolean[] {
  const found = new Set(rows.map(({ mailId }) => mailId))
  return mails.map(({ mailId }) => found.has(mailId))
}

/** Releases a claim before any attempt. */
export async function releaseMail(db: Db, { mailId, attempts }: ClaimedMail) {
  await db
    .updateTable('mails')
    .set({ status: 'queued', attempts: attempts - 1 })
    .where('mailId', '=', mailId)
    .where('attempts', '=', attempts)
    .where('status', '=', 'sending')
    .execute()
}

/** Settles as `unknown` the mails whose process died while they left. */
export async function settleLostMails({ db }: Pick<Services, 'db'>) {
  await db
    .with('lost', (tx) =>
      tx
        .updateTable('mails')
        .set({
          status: 'unknown',
          html: sql<string>`case when is_secret then '' else html end`,
          text: sql<string>`case when is_secret then '' else text end`,
        })
        .where('sentAt', 'is', null)
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
