import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MailRate } from '#server/core/mail/mail-rate.ts'
import type { Db, Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import type { ClaimedMail } from './mail-sending.ts'
import { isWaiting } from './mail-sending.ts'

/** A job waits this long, then returns to the queue, which first gives its place to an urgent one. */
const patienceMs = 60_000

/** The interval between checks for urgent mails and the mail server's return. */
const lookMs = 500

/** The interval for an urgent mail: once the server is back, hundreds of others may leave within the longer one. */
const urgentLookMs = 20

/**
 * Waits until a mail may leave: until the mail server is back and, with a rate, until its turn, urgent ones
 * first. Returns false if there is nothing to send, or if it has another job because its turn has not come.
 */
export async function waitForTurn(services: Services, mailId: number): Promise<boolean> {
  const { db, mail: transport, mailRate } = services
  if (!mailRate && transport.maySend()) return true
  const mail = await db
    .selectFrom('mails')
    .select(['mailId', 'isUrgent', 'isFirst', 'rank'])
    .where('mailId', '=', mailId)
    .where(isWaiting)
    .executeTakeFirst()
  if (!mail) return false
  const end = Date.now() + patienceMs
  const hasTurn = async () => !mailRate || (await takeTurn(db, mailRate, mail, end))
  const everyMs = mail.isUrgent ? urgentLookMs : lookMs
  if ((await waitUntil(() => transport.maySend(), end, everyMs)) && (await hasTurn())) return true
  await queueAnew(services, mail)
  return false
}

/** Adds another job for a mail, with all its attempts: the failure was not the mail's. */
export function queueAnew(
  services: Services,
  { mailId, isUrgent, isFirst, rank }: Pick<ClaimedMail, 'mailId'> & Priority,
): Promise<void> {
  return write(services, undefined, ({ addJobs }) =>
    addJobs('send-mail', [{ mailId }], { isUrgent, isFirst, rank }),
  )
}

type Priority = Pick<ClaimedMail, 'isUrgent' | 'isFirst' | 'rank'>

async function waitUntil(condition: () => boolean, end: number, everyMs: number) {
  while (!condition()) {
    if (Date.now() >= end) return false
    await pause(everyMs)
  }
  return true
}

async function takeTurn(db: Db, mailRate: MailRate, mail: Priority, end: number) {
  while (Date.now() < end) {
    const waitMs = await mailRate.take(async () => ((await isBehind(db, mail)) ? lookMs : 0), {
      isUrgent: mail.isUrgent,
    })
    if (waitMs === 0) return true
    await pause(Math.min(waitMs, end - Date.now()))
  }
  return false
}

/** Waits without keeping the process alive. */
function pause(ms: number): Promise<void> {
  return delay(ms, undefined, { ref: false })
}

/** Returns true if a mail of a higher priority waits. A failed mail waits for its own retry and blocks nobody. */
async function isBehind(db: Db, { isUrgent, isFirst, rank }: Priority) {
  if (isFirst) return false
  const urgent = await db
    .selectFrom('mails')
    .select('mailId')
    .where(sql<boolean>`is_urgent and sent_at is null and status = 'queued'`)
    .where(isUrgent ? sql<boolean>`(is_first or rank < ${rank})` : sql<boolean>`true`)
    .limit(1)
    .executeTakeFirst()
  return urgent !== undefined
}
