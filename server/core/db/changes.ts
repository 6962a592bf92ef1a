import { sql } from 'kysely'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Kysely } from './database.ts'

/** A table with the transaction (`changed_in`) of the last change of each row of another table. */
interface Changes {
  table: string
  id: string
  /** Precedes every id. */
  first: string
}

interface Asked {
  changedSince?: string | undefined
  limit?: number | undefined
}

/**
 * Returns the ids that changed after a cursor, each at its last change, and the next cursor. A transaction
 * can commit after a later one, so only changes that precede every running transaction are read; the others
 * follow once these have ended. Refuses with CHANGES_UNKNOWN a cursor that is ahead of this database.
 */
export async function changedSince<Tables>(
  db: Kysely<Tables>,
  { table, id, first }: Changes,
  { changedSince = `0_${first}`, limit = 500 }: Asked,
): Promise<{ ids: string[]; next: string; hasMore: boolean }> {
  const [xid, lastId] = changedSince.split('_')
  const { rows } = await sql<{ id: string; xid: string; isAhead: boolean }>`
    with horizon as materialized (select pg_current_snapshot() as now)
    (select null as id, null as xid, ${xid}::xid8 >= pg_snapshot_xmax(now) as is_ahead from horizon)
    union all
    (select c.${sql.ref(id)}::text, changed_in::text, false from ${sql.table(table)} c
    where (c.changed_in, c.${sql.ref(id)}) > (${xid}::xid8, ${lastId})
      and changed_in < (select pg_snapshot_xmin(now) from horizon)
    order by c.changed_in, c.${sql.ref(id)} limit ${limit + 1})`.execute(db)
  const [start, ...changed] = rows
  if (start?.isAhead) throw new Refusal('CHANGES_UNKNOWN')
  const part = changed.slice(0, limit)
  const last = part.at(-1)
  return {
    ids: part.map((row) => row.id),
    next: last ? `${last.xid}_${last.id}` : changedSince,
    hasMore: changed.length > limit,
  }
}
