import { sql } from 'kysely'
import { planAnew } from '#server/core/db/database.ts'
import type { Db, Services } from '#server/services.ts'

/** The tables with a partition per month (UTC), each with the column that chooses it. */
const tables = new Map([
  ['mail_texts', 'written_at'],
  ['mail_attachments', 'written_at'],
  ['mail_attempts', 'attempted_at'],
])

/**
 * Adds the partitions of the next three months, so that each month has its own when it begins. Moves rows
 * from the default partition, which were written while the database's clock was ahead.
 */
export async function addMailMonths({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { rows } = await sql<{ table: string; month: string; beginning: string; end: string }>`
    select "table", "table" || suffix as month, beginning::text || 'Z' as beginning, (beginning + interval '1 month')::text || 'Z' as end
    from generate_series(1, 3) ahead,
      lateral (select date_trunc('month', ${clock()}::timestamptz at time zone 'UTC') + ahead * interval '1 month' as beginning) months,
      lateral (select to_char(beginning, '_YYYY_MM') as suffix) named, unnest(${[...tables.keys()]}::text[]) "table"
    where to_regclass("table" || suffix) is null order by beginning`.execute(db)
  for (const { table, month, beginning, end } of rows) {
    const column = tables.get(table)
    const isOfMonth = `${column} >= '${beginning}' and ${column} < '${end}'`
    await change(
      db,
      `create table ${month} (like ${table} including all);
       with moved as (delete from ${table}_other where ${isOfMonth} returning *) insert into ${month} select * from moved;
       alter table ${table} attach partition ${month} for values from ('${beginning}') to ('${end}')`,
    )
  }
}

/** Drops the partitions of months that began before `before`. */
export async function dropMailMonths({ db }: Pick<Services, 'db'>, before: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name
    from pg_inherits join pg_class on oid = inhrelid
    where inhparent = any(${[...tables.keys()]}::regclass[])
      and substring(pg_get_expr(relpartbound, oid) from 'FROM \\(''(.*?)''\\)')::timestamptz < ${before}`.execute(
    db,
  )
  for (const { name } of rows) await change(db, `drop table ${name}`)
}

/**
 * Changes partitions in one transaction. All mail writers wait behind its lock, so it soon gives up: the next
 * day is early enough.
 */
async function change(db: Db, statements: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '800ms'`.execute(tx)
    await sql.raw(planAnew + statements).execute(tx)
  })
}
