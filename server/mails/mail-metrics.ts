import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { Gauge } from 'prom-client'
import { MailStatus } from '#contract/mails.ts'
import type { Db, Services } from '#server/services.ts'

/** Those that were sent tell nothing of what goes on, and counting them would cost more every day. */
const statuses = MailStatus.options.filter((status) => status !== 'sent')

/** Measures the mails that were not sent, by state; while the database can't be asked, the figures are left out. */
export function measureMails(register: Registry, { db }: Pick<Services, 'db'>): void {
  measure('mails', 'Mails that were not sent, by state', ({ mails }) => mails)
  measure('mails_oldest_seconds', 'Age of the oldest of them, by state', ({ seconds }) => seconds)

  function measure(name: string, help: string, figure: (row: Unsent) => number): void {
    const labelNames = ['status'] as const
    new Gauge({
      name,
      help,
      labelNames,
      registers: [register],
      async collect() {
        this.reset()
        for (const row of await findUnsent(db).catch(() => [])) this.set({ status: row.status }, figure(row))
      },
    })
  }
}

interface Unsent {
  status: MailStatus
  mails: number
  seconds: number
}

async function findUnsent(db: Db): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`
    select status, count(*) as mails, extract(epoch from now() - min(created_at))::float as seconds
    from mails where status <> 'sent' group by status`.execute(db)
  return statuses.map(
    (status) => rows.find((row) => row.status === status) ?? { status, mails: 0, seconds: 0 },
  )
}
