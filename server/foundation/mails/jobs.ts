import { sql } from 'kysely'
import type { Attempt } from '#server/core/jobs/queue.ts'
import { hasNoJob, TryAgain } from '#server/core/jobs/queue.ts'
import type { MailAddress } from '#server/core/mail/mail.ts'
import { MailRefused } from '#server/core/mail/mail.ts'
import { AnswerLost, ServiceDown, TurnedAway } from '#server/core/remote-problems.ts'
import { together } from '#server/core/together.ts'
import { expireBounces, markBounces } from '#server/foundation/bounces/bounces.ts'
import { findFrom } from '#server/foundation/training-providers/queries.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import type { ClaimedMail, Outbox, Outcome } from './mail-sending.ts'
import { isWaiting, openOutbox, releaseMail, settleLostMails } from './mail-sending.ts'
import { queueAnew, waitForTurn } from './mail-turn.ts'
import { sendUnknownAgain } from './try-mails.ts'

/** Returns a function that sends one mail; mails sent at the same time share statements. */
export function openSendMail(services: Services) {
  const { db, config } = services
  const sending = {
    ...services,
    outbox: openOutbox(services),
    findFrom: together(() => findFrom(db, config)),
  }
  return (data: Jobs['send-mail'], attempt: Attempt) => sendMail(sending, data, attempt)
}

/** The services that all sends share. */
type Sending = Services & { outbox: Outbox; findFrom(): Promise<MailAddress> }

/**
 * Sends one mail of the outbox in its turn: claims, sends, settles. Holds no transaction and no connection
 * while sending. The mail leaves once, however many processes run the job. During an outage of the mail
 * server a mail gets another job, so the outage uses up none of its attempts.
 */
async function sendMail(services: Sending, { mailId }: Jobs['send-mail'], attempt: Attempt): Promise<void> {
  if (!(await waitForTurn(services, mailId))) return
  const mail = await services.outbox.claim(mailId)
  if (!mail) return
  const outcome = await handOver(services, mail, attempt)
  if (outcome === 'turned-away') {
    await releaseMail(services.db, mail)
    return queueAnew(services, mail)
  }
  // Marks the bounce before settling: if this process dies in between, the mail is tried and refused again.
  if (outcome.isBounced) await noteBounce(services, mail.toAddress, outcome.problem ?? '')
  const isOurs = await services.outbox.settle({ mail, outcome })
  if (!isOurs || outcome.problem === null) return
  services.log.warn({ mailId, mailStatus: outcome.status, problem: outcome.problem }, 'mail not sent')
  if (outcome.status === 'queued') return queueAnew(services, mail)
  if (outcome.status === 'failed') throw new TryAgain(outcome.problem)
}

async function handOver(
  services: Sending,
  mail: ClaimedMail,
  { isLast }: Attempt,
): Promise<Outcome | 'turned-away'> {
  const { config, clock, outbox } = services
  if (mail.expiresAt !== null && mail.expiresAt <= clock()) {
    return { status: 'given-up', problem: 'It expired before it could be sent' }
  }
  const { toAddress: to, replyTo, subject, html, text, unsubscribeUrl, event, attachments } = mail
  const outgoing = {
    messageId: `<mail-${mail.mailId}@${new URL(config.publicUrl).hostname}>`,
    from: await services.findFrom(),
    to,
    replyTo,
    subject,
    html,
    text,
    unsubscribeUrl,
    event,
    attachments,
  }
  try {
    await services.mail.send(outgoing, () => outbox.noteLeaving(mail))
    return { status: 'sent', problem: null }
  } catch (thrown) {
    const problem = (thrown as Error).message
    if (thrown instanceof TurnedAway) return 'turned-away'
    if (thrown instanceof AnswerLost) return { status: 'unknown', problem }
    // Until the health reports an outage, the mail itself may be the cause.
    const isAway = thrown instanceof ServiceDown && services.mail.health().awaySince !== null
    if (isAway) return { status: 'queued', problem }
    if (!(thrown instanceof MailRefused)) return { status: isLast ? 'given-up' : 'failed', problem }
    return { status: 'given-up', problem, isBounced: thrown.isAboutAddress }
  }
}

function noteBounce(services: Services, email: string, reason: string): Promise<void> {
  const bounce = { email, reason, source: 'mail-server', bouncedAt: services.clock() } as const
  return write(services, undefined, (work) => markBounces(work, [bounce]))
}

const mostAtOnce = 1000

/**
 * Finds mails whose process died. Settles those that may have left, and adds jobs for waiting ones without a
 * job. Resends mails of unknown outcome.
 */
export async function sweepMails(services: Services) {
  await settleLostMails(services)
  await emptySpentSecrets(services)
  if (services.config.mail.sendsUnknownAgain) await write(services, undefined, sendUnknownAgain)
  await write(services, undefined, async ({ tx, addJobs }) => {
    const jobless = await tx
      .selectFrom('mails')
      .select(['mailId', 'isUrgent', 'isFirst', 'rank'])
      .where(isWaiting)
      .where(hasNoJob('send-mail', 'mailId', 'mails.mailId'))
      .orderBy('mailId')
      .limit(mostAtOnce)
      .execute()
    for (const { mailId, ...priority } of jobless) await addJobs('send-mail', [{ mailId }], priority)
  })
}

/** Empties secret mails with expired codes. Until then, the mailbox and waiting mails need their text. */
async function emptySpentSecrets({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  await db
    .updateTable('mails')
    .set({ html: '', text: '' })
    .where('isSecret', '=', true)
    .where('text', '<>', '')
    .where(sql<boolean>`least(expires_at, left_at + seconds_valid * interval '1 second') <= ${clock()}`)
    .execute()
}

/** The days until the end of the next renewal year: questions about a mail come within that time. */
const daysKept = 400

/**
 * Deletes old mails of any status, a portion in each run. A certificate's history still names its mails, which
 * lose text, attachments and attempts.
 */
export async function expireMails({ tx, clock, addJobs }: Work): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime() - daysKept * 86_400_000)
  const { rows } = await sql`
    delete from mails where mail_id in (
      select mail_id from mails
      where forget_at <= ${now} or created_at < ${before} and mail_id not in (select mail_id from certificate_mails)
      order by mail_id limit ${mostAtOnce}
    ) returning mail_id`.execute(tx)
  if (rows.length === mostAtOnce) return addJobs('expire-mails', [{}])
  const kept = tx
    .selectFrom('certificateMails')
    .innerJoin('mails', 'mails.mailId', 'certificateMails.mailId')
    .select('mails.mailId')
    .where('createdAt', '<', before)
  for (const table of ['mailTexts', 'mailAttachments', 'mailAttempts'] as const) {
    await tx.deleteFrom(table).where('mailId', 'in', kept).execute()
  }
  await tx
    .updateTable('mails')
    .set({ html: '', text: '' })
    .where('mailId', 'in', kept)
    .where('text', '<>', '')
    .execute()
  await expireBounces({ db: tx, clock })
}
