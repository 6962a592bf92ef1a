import { sql } from 'kysely'
import type { Input } from '#contract/core/endpoint.ts'
import type { MailStatus } from '#contract/mails/calls.ts'
import type { MailFailure, tryMailsAgain as tryMailsAgainCall } from '#contract/mails/tries.ts'
import { mostTriedAgain } from '#contract/mails/tries.ts'
import { happened } from '#server/activities/activities.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/**
 * True for a mail that another try can be asked for. Not one with a sign-in code, which has run out by then: who wanted it asks
 * again. Nor one whose time is over, or whose text is gone.
 */
export function isRetriable(now: Date) {
  return sql<boolean>`(status in ('failed', 'given-up', 'unknown') and status <> 'sent'
    and not is_secret and text <> '' and (expires_at is null or expires_at > ${now}))`
}

/** Why a mail failed the last time: addresses aside, so that what failed for one reason is found together. */
const reasonOf = sql<string>`coalesce((
  select regexp_replace(problem, '[^\\s<>"'':;,()]+@[^\\s<>"'':;,()]+', '…', 'g') from mail_attempts
  where mail_attempts.mail_id = mails.mail_id order by attempted_at desc limit 1), '')`

const mostReasons = 20

/** Why mails were not sent that can be tried again, the reason of most first. */
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
 * Has mails sent again that were not sent, at once and with all their tries. Gives how many. Refuses with MAY_ARRIVE_TWICE where one
 * of them may have arrived and nobody has said that this is known, with NOTHING_TO_DO where none of them can be.
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
  await queueAgain(work, chosen, { status: 'queued', waitsSince: now })
  await happened(work, [{ activity: 'mails-tried-again', mails: chosen, ...aboutOf(chosen) }])
  return chosen.length
}

const mostSentAgain = 1000

/**
 * Sends mails once more of which nobody knows for ten minutes whether they arrived: a missing confirmation hurts more than a
 * second copy, and mail programs show one by its Message-ID. Leaves out sign-in links and codes, and mails of more than a day ago.
 */
export async function sendUnknownAgain(work: Work): Promise<void> {
  const now = work.clock()
  const { rows: chosen } = await sql<Chosen>`
    select mail_id, status, is_urgent, registration_id from mails
    where status = 'unknown' and not is_sent_again and ${isRetriable(now)}
      and (select max(attempted_at) from mail_attempts where mail_attempts.mail_id = mails.mail_id)
        between now() - interval '1 day' and now() - interval '10 minutes'
    order by mail_id limit ${mostSentAgain} for update skip locked`.execute(work.tx)
  if (chosen.length === 0) return
  await queueAgain(work, chosen, { status: 'queued', waitsSince: now, isSentAgain: true })
  await happened(work, [{ activity: 'mails-sent-again', mails: chosen, ...aboutOf(chosen) }])
}

async function queueAgain(
  { tx }: Work,
  chosen: Chosen[],
  changes: { status: 'queued'; waitsSince: Date; isSentAgain?: true },
): Promise<void> {
  const mailIds = chosen.map(({ mailId }) => mailId)
  await tx.updateTable('mails').set(changes).where('mailId', 'in', mailIds).execute()
}

interface Chosen {
  mailId: number
  status: MailStatus
  isUrgent: boolean
  registrationId: number | null
}

/** Of several the history says how many; of one, which registration it was about. Neither who they were to, nor what they said. */
function aboutOf(chosen: Chosen[]) {
  if (chosen.length > 1) return { details: { item: `${chosen.length} emails` } }
  const registrationId = chosen[0]?.registrationId ?? undefined
  return { details: { item: '1 email' }, ...(registrationId !== undefined && { registrationId }) }
}
