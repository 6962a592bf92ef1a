import { sql } from 'kysely'
import type { Input } from '#contract/core/endpoint.ts'
import type { MailStatus } from '#contract/foundation/mails/calls.ts'
import type { MailFailure, tryMailsAgain as tryMailsAgainCall } from '#contract/foundation/mails/tries.ts'
import { mostTriedAgain } from '#contract/foundation/mails/tries.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { fromMailText } from './mail-sending.ts'

/**
 * SQL: true for a retriable mail: unsent, not expired, with its text, and without a sign-in code. People
 * request those again.
 */
export function isRetriable(now: Date) {
  return sql<boolean>`(status in ('failed', 'given-up', 'unknown') and sent_at is null
    and not is_secret and (expires_at is null or expires_at > ${now})
    and (text <> '' or exists (select ${fromMailText})))`
}

/** The last failure's reason without addresses, to group failures. */
const reasonOf = sql<string>`coalesce((
  select regexp_replace(problem, '[^\\s<>"'':;,()]+@[^\\s<>"'':;,()]+', '…', 'g') from mail_attempts
  where mail_attempts.mail_id = mails.mail_id order by attempted_at desc limit 1), '')`

const mostReasons = 20

/** Returns the reasons of retriable mails, most frequent first. */
export async function findMailFailures({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<MailFailure[]> {
  const { rows } = await sql<MailFailure>`
    select ${reasonOf} as reason, count(*) as mails, count(*) filter (where status = 'unknown') as perhaps_sent
    from mails where ${isRetriable(clock())}
    group by 1 order by 2 desc, 1 limit ${mostReasons}`.execute(db)
  return rows
}

/**
 * Retries unsent mails immediately, with all their attempts. Returns their number. Refuses with
 * MAY_ARRIVE_TWICE if one may have arrived and the caller did not confirm that, with NOTHING_TO_DO if none
 * can be retried.
 */
export async function tryMailsAgain(
  work: Work,
  { which, mayArriveTwice = false }: Input<typeof tryMailsAgainCall>['body'],
): Promise<number> {
  const { tx, clock } = work
  const now = clock()
  const isChosen =
    'mailIds' in which
      ? sql<boolean>`mail_id = any(${which.mailIds}::bigint[])`
      : sql<boolean>`${reasonOf} = ${which.reason}`
  const { rows: chosen } = await sql<Chosen>`
    select mail_id, status, is_urgent, registration_id from mails where ${isRetriable(now)} and ${isChosen}
    order by mail_id limit ${mostTriedAgain} for update`.execute(tx)
  if (chosen.length === 0) throw new Refusal('NOTHING_TO_DO')
  if (!mayArriveTwice && chosen.some(({ status }) => status === 'unknown')) {
    throw new Refusal('MAY_ARRIVE_TWICE')
  }
  await queueAgain(work, chosen, 'mails-tried-again')
  return chosen.length
}

const mostSentAgain = 1000

/**
 * Resends mails whose outcome has been unknown for ten minutes: a missing confirmation hurts more than a
 * second copy, and mail programs show one per Message-ID. Skips sign-in links and codes, and mails older than a day.
 */
export async function sendUnknownAgain(work: Work) {
  const now = work.clock()
  const { rows: chosen } = await sql<Chosen>`
    select mail_id, status, is_urgent, registration_id from mails
    where status = 'unknown' and not is_sent_again and ${isRetriable(now)}
      and (select max(attempted_at) from mail_attempts where mail_attempts.mail_id = mails.mail_id)
        between now() - interval '1 day' and now() - interval '10 minutes'
    order by mail_id limit ${mostSentAgain} for update skip locked`.execute(work.tx)
  if (chosen.length === 0) return
  await queueAgain(work, chosen, 'mails-sent-again')
}

async function queueAgain(work: Work, chosen: Chosen[], activity: 'mails-tried-again' | 'mails-sent-again') {
  const isSentAgain = activity === 'mails-sent-again'
  const mailIds = chosen.map(({ mailId }) => mailId)
  await work.tx
    .updateTable('mails')
    .set({ status: 'queued', waitsSince: work.clock(), ...(isSentAgain && { isSentAgain }) })
    .where('mailId', 'in', mailIds)
    .execute()
  // The history tells the number of several mails, or the registration of one, without recipients or texts.
  const [{ registrationId }, ...others] = chosen as [Chosen]
  const item = others.length > 0 ? `${chosen.length} emails` : '1 email'
  const about = others.length > 0 || registrationId === null ? {} : { registrationId }
  await happened(work, [{ activity, mails: chosen, details: { item }, ...about }])
}

interface Chosen {
  mailId: number
  status: MailStatus
  isUrgent: boolean
  registrationId: number | null
}
