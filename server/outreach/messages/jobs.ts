import { sql } from 'kysely'
import { unsubscribeLink } from '#contract/outreach/messages/leaving.ts'
import type { MessageText } from '#contract/outreach/messages/text.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import type { NewMail } from '#server/foundation/mails/mails.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { findPostalAddress, findSender } from '#server/foundation/training-providers/queries.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { messageMail } from './mails.ts'
import type { Candidate } from './message-recipients.ts'
import { findCandidates, ruledBy } from './message-recipients.ts'

/** Few enough for a short transaction. */
const mostAtOnce = 500

/**
 * Writes a message's next emails, judging each recipient again. Writes no more than leave in a minute, so
 * that stopping, canceling and unsubscribing still take effect. Adds the job for the next ones.
 */
export async function writeMessage(work: Work, { messageId }: Jobs['write-message']): Promise<void> {
  const { tx, addJobs, clock, config } = work
  const { perMinute = mostAtOnce } = config.mail
  const portion = Math.min(mostAtOnce, perMinute)
  const message = await lockMessage(tx, messageId)
  if (!message) return
  // Queued news waits: the sweep tries again until the training provider has an address.
  if (message.kind === 'news' && (await findPostalAddress(tx)) === '') return
  const open = await tx
    .selectFrom('messageRecipients')
    .select(['place', 'userId', 'registrationId'])
    .where('messageId', '=', messageId)
    .where('outcome', 'is', null)
    .orderBy('place')
    .limit(portion)
    .execute()
  await writeTo(work, message, open)
  if (open.length === portion) {
    const afterSeconds = config.mail.perMinute === undefined ? 0 : Math.ceil((60 * portion) / perMinute)
    return addJobs('write-message', [{ messageId }], { afterSeconds })
  }
  await tx.updateTable('messages').set({ finishedAt: clock() }).where('messageId', '=', messageId).execute()
}

function lockMessage(tx: Tx, messageId: number) {
  return tx
    .selectFrom('messages')
    .select(['messageId', 'kind', 'subject', 'html'])
    .where('messageId', '=', messageId)
    .where('finishedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

interface Open {
  place: number
  userId: string | null
  registrationId: number | null
}

async function writeTo(work: Work, message: MessageText & { messageId: number }, open: Open[]) {
  if (open.length === 0) return
  const { tx, config } = work
  const found = await findOpen(work, message, open)
  const about = {
    publicUrl: config.publicUrl,
    sender: await findSender(work),
    postalAddress: await findPostalAddress(tx),
  }
  const getting = open.flatMap(({ place }) => {
    const candidate = found.get(place)
    return candidate?.verdict === 'gets' ? [{ place, candidate }] : []
  })
  const mailIds = await writeMails(
    work,
    getting.map(({ candidate }) => mailTo(candidate, message, about)),
  )
  const written = new Map(getting.map(({ place }, index) => [place, mailIds[index]]))
  const rows = open.map(({ place }) => {
    const mailId = written.get(place)
    const verdict = found.get(place)?.verdict ?? 'gone'
    // A mail of the same cause went to the account that this one was merged into.
    const outcome = verdict === 'gets' ? (mailId === undefined ? 'merged' : 'written') : verdict
    return { place, mailId, outcome }
  })
  await sql`
    update message_recipients m set outcome = row.outcome, mail_id = row."mailId"
    from jsonb_to_recordset(${JSON.stringify(rows)}) as row (place integer, outcome text, "mailId" bigint)
    where m.message_id = ${message.messageId} and m.place = row.place`.execute(tx)
}

/** Returns the current facts about recipients by place, without deleted accounts. */
async function findOpen(work: Work, message: MessageText, open: Open[]): Promise<Map<number, Candidate>> {
  const services = { ...work, db: work.tx }
  const [registrationIds, userIds] = [
    open.flatMap(({ registrationId }) => registrationId ?? []),
    open.flatMap(({ userId }) => userId ?? []),
  ]
  if (message.kind === 'registration') {
    const chosen = await findCandidates(services, ruledBy(message), { registrationIds })
    const byId = new Map(chosen.map((one) => [one.registration?.registrationId, one]))
    return foundOf(open, ({ registrationId }) => byId.get(registrationId ?? undefined))
  }
  const chosen = await findCandidates(services, ruledBy(message), { userIds })
  const byId = new Map(chosen.map((one) => [one.userId, one]))
  const continuing = await findContinuing(work.tx, userIds)
  return foundOf(open, ({ userId }) => byId.get(continuing.get(userId ?? '') ?? ''))
}

function foundOf(open: Open[], find: (one: Open) => Candidate | undefined): Map<number, Candidate> {
  return new Map(
    open.flatMap((one) => {
      const candidate = find(one)
      return candidate ? [[one.place, candidate] as const] : []
    }),
  )
}

/** Returns each person's account after merges. */
async function findContinuing(tx: Tx, userIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ userId: string; continuing: string }>`
    select user_id, coalesce(merged_into, user_id) as continuing from users where user_id = any(${userIds}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ userId, continuing }) => [userId, continuing]))
}

function mailTo(
  candidate: Candidate,
  message: MessageText & { messageId: number },
  about: Parameters<typeof messageMail>[2],
): NewMail {
  const { registration, userId, reminderCode, email } = candidate
  const cause = `message:${message.messageId}:${registration?.registrationId ?? userId}`
  const mail = { cause, to: email, content: messageMail(message, candidate, about) }
  return registration
    ? { ...mail, registrationId: registration.registrationId }
    : { ...mail, unsubscribeUrl: unsubscribeLink(about.publicUrl, reminderCode) }
}

/** Adds jobs for unfinished messages without one, for example after an administrator emptied the queue. */
export async function sweepMessages({ tx, addJobs }: Work) {
  const waiting = await tx
    .selectFrom('messages')
    .select('messageId')
    .where('finishedAt', 'is', null)
    .where(hasNoJob('write-message', 'messageId', 'messages.messageId'))
    .execute()
  await addJobs('write-message', waiting)
}

/** As long as the emails. */
const daysKept = 400

/** Deletes old messages with their recipients. */
export async function expireMessages({ tx, clock }: Work) {
  const before = new Date(clock().getTime() - daysKept * 86_400_000)
  await tx.deleteFrom('messages').where('startedAt', '<', before).execute()
}
