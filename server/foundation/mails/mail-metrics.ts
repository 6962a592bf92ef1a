import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { MailStatus } from '#contract/foundation/mails/calls.ts'
import { gauge, measureService } from '#server/core/http/metrics.ts'
import type { Db, Services } from '#server/services.ts'

/** Sent mails say nothing about the current state, and counting them would cost more every day. */
const statuses = MailStatus.options.filter((status) => status !== 'sent')

/** Measures the mail server's answers to this process, and the unsent mails by status. */
export function measureMails(register: Registry, { db, mail }: Pick<Services, 'db' | 'mail'>) {
  measureService(register, 'mail', 'the mail server', () => mail.health(), 'sent')
  gauge(register, 'mails', 'Mails that were not sent, by state', 'status', async () =>
    (await findUnsent(db)).map(({ status, mails }) => [status, mails]),
  )
  gauge(register, 'mails_oldest_seconds', 'Age of the oldest of them, by state', 'status', async () =>
    (await findUnsent(db)).map(({ status, seconds }) => [status, seconds]),
  )
}

async function findUnsent(db: Db) {
  const { rows } = await sql<{ status: MailStatus; mails: number; seconds: number }>`
    select status, count(*) as mails, extract(epoch from now() - min(created_at))::float as seconds
    from mails where sent_at is null group by status`.execute(db)
  return statuses.map(
    (status) => rows.find((row) => row.status === status) ?? { status, mails: 0, seconds: 0 },
  )
}
