import { sql } from 'kysely'
import type { Db, Services } from '#server/services.ts'

/** The tables with a partition for each month (UTC). */
const tables = ['mail_texts', 'mail_attachments', 'mail_attempts']

/** Adds the partitions of the next three months, so that a month that begins has its own. */
export async function addMailMonths({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { rows } = await sql<{ suffix: string; beginning: string; end: string }>`
    select to_char(month, '_YYYY_MM') as suffix, month::text || 'Z' as beginning, (month + interval '1 month')::text || 'Z' as end
    from generate_series(1, 3) ahead,
      lateral (select date_trunc('month', ${clock()}::timestamptz at time zone 'UTC') + ahead * interval '1 month' as month) months`.execute(
    db,
  )
  for (const { suffix, beginning, end } of rows) {
    for (const table of tables) {
      await change(
        db,
        `create table if not exists ${table}${suffix} partition of ${table} for values from ('${beginning}') to ('${end}')`,
      )
    }
  }
}

/** Drops the partitions of months that began before `before`. */
export async function dropMailMonths({ db }: Pick<Services, 'db'>, before: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name
    from pg_inherits join pg_class on oid = inhrelid
    where inhparent = any(${tables}::regclass[])
      and substring(pg_get_expr(relpartbound, oid) from 'FROM \\(''(.*?)''\\)')::timestamptz < ${before}`.execute(
    db,
  )
  for (const { name } of rows) await change(db, `drop table ${name}`)
}

/** Changes a partition. Everybody who mails waits behind its lock, so it soon gives up: the next day is early enough. */
async function change(db: Db, statement: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '800ms'`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
}
