import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type {
  getMessage as getMessageCall,
  getMessageResults as getMessageResultsCall,
  getMessages as getMessagesCall,
  Message,
  previewRecipients as previewRecipientsCall,
} from '#contract/outreach/messages/calls.ts'
import { messagesAtOnce, mostShown, recipientsAtOnce } from '#contract/outreach/messages/calls.ts'
import type { MessageResult } from '#contract/outreach/messages/rules.ts'
import { cleanHtml } from '#server/core/clean-html.ts'
import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { withMerged } from '#server/foundation/activities/queries.ts'
import { isWaiting } from '#server/foundation/mails/mail-sending.ts'
import { findPostalAddress } from '#server/foundation/training-providers/queries.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { findCandidates } from './message-recipients.ts'

/** Returns a message's recipients, first those left out. Refuses with TOO_MANY_RECIPIENTS. */
export async function previewRecipients(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  { recipients, ...message }: Input<typeof previewRecipientsCall>['body'],
): Promise<Data<typeof previewRecipientsCall>> {
  const candidates = await findCandidates(services, message, recipients)
  const lacksAddress = message.kind === 'news' && (await findPostalAddress(services.db)) === ''
  const byVerdict = Map.groupBy(candidates, ({ verdict }) => verdict)
  const getting = byVerdict.get('gets') ?? []
  const leftOut = candidates.filter(({ verdict }) => verdict !== 'gets')
  // The preview draws the email of a person who gets it.
  const shown = [...leftOut.slice(0, mostShown - 1), ...getting].slice(0, mostShown)
  return {
    lacksAddress,
    counts: [...byVerdict].map(([verdict, { length }]) => ({ verdict, people: length })),
    people: shown.map(({ userId, registration, name, email, verdict }) => ({
      userId,
      name,
      email,
      verdict,
      registrationId: registration?.registrationId ?? null,
      about: registration ? `${registration.eventName} · ${shownTimeslot(registration)}` : '',
    })),
  }
}

const messageColumns = sql`message_id, kind, subject, started_at, people, left_out, finished_at, stopped_at is not null as is_stopped,
  (select ${nameOrEmailOf()} from users where user_id = started_by) as started_by`

/** Returns the newest messages, and if there are older ones. */
export async function findMessages(
  db: Db,
  { before, eventId }: Input<typeof getMessagesCall>['query'],
): Promise<{ messages: Message[]; hasMore: boolean }> {
  const isOlder = before === undefined ? sql`true` : sql`message_id < ${before}`
  const isOfEvent =
    eventId === undefined
      ? sql`true`
      : sql`exists (select from message_recipients r join registrations using (registration_id)
          where r.message_id = messages.message_id and event_id = ${eventId})`
  const { rows } = await sql<Message>`
    select ${messageColumns} from messages where ${isOlder} and ${isOfEvent}
    order by message_id desc limit ${messagesAtOnce + 1}`.execute(db)
  return { messages: rows.slice(0, messagesAtOnce), hasMore: rows.length > messagesAtOnce }
}

/** The result of recipient `m` with its mail `mails`, if any. */
const result = sql<MessageResult>`case
  when outcome is null then 'waiting'
  when outcome <> 'written' then outcome
  when mails.mail_id is null then 'deleted'
  when exists (select from bounces where bounces.email = to_address and bounced_at >= created_at and cleared_at is null) then 'came-back'
  when status in ('queued', 'sending') then 'waiting'
  when status = 'given-up' then 'failed'
  else status end`

/** Returns a message with the number of people per result. Refuses with MESSAGE_NOT_FOUND. */
export async function getMessage(db: Db, messageId: number): Promise<Data<typeof getMessageCall>> {
  const { rows } = await sql<Message & { html: string }>`
    select ${messageColumns}, html from messages where message_id = ${messageId}`.execute(db)
  const [message] = rows
  if (!message) throw new Refusal('MESSAGE_NOT_FOUND')
  const { rows: counted } = await sql<{ result: MessageResult; people: number; waiting: number }>`
    select ${result} as result, count(*) as people, count(*) filter (where outcome is null or ${isWaiting}) as waiting
    from message_recipients left join mails using (mail_id) where message_id = ${messageId} group by 1`.execute(
    db,
  )
  return {
    ...message,
    html: cleanHtml(message.html),
    counts: counted.map(({ result, people }) => ({ result, people })),
    isStoppable: counted.some(({ waiting }) => waiting > 0),
  }
}

/** Returns recipients with results, in the order of the start. Refuses with MESSAGE_NOT_FOUND. */
export async function getMessageResults(
  db: Db,
  { messageId, result: wanted, after = 0 }: Input<typeof getMessageResultsCall>['query'],
): Promise<Data<typeof getMessageResultsCall>> {
  await db
    .selectFrom('messages')
    .select('messageId')
    .where('messageId', '=', messageId)
    .executeTakeFirstOrThrow(refusing('MESSAGE_NOT_FOUND'))
  const isWanted = wanted === undefined ? sql`true` : sql`${result} = ${wanted}`
  const { rows } = await sql<Data<typeof getMessageResultsCall>['recipients'][number]>`
    select place, m.user_id, coalesce(${nameOrEmailOf()}, 'Account deleted') as name,
      coalesce(to_address, email, '') as email, ${result} as result, coalesce((
        select problem from mail_attempts a where a.mail_id = mails.mail_id and sent_at is null order by attempted_at desc limit 1
      ), '') as problem
    from message_recipients m left join users using (user_id) left join mails using (mail_id)
    where message_id = ${messageId} and place > ${after} and ${isWanted}
    order by place limit ${recipientsAtOnce + 1}`.execute(db)
  return { recipients: rows.slice(0, recipientsAtOnce), hasMore: rows.length > recipientsAtOnce }
}

/** Returns the messages meant for a person, newest first, with their results. */
export async function findMessagesTo(db: Db, userId: string) {
  const userIds = await withMerged(db, [userId])
  const { rows } = await sql<{ subject: string; startedAt: Date; result: MessageResult }>`
    select messages.subject, started_at, ${result} as result
    from message_recipients join messages using (message_id) left join mails using (mail_id)
    where user_id = any(${userIds}::uuid[]) order by message_id desc, place`.execute(db)
  return rows
}
