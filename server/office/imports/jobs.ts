import { sql } from 'kysely'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Work } from '#server/work.ts'
import type { Written } from './import-walk.ts'
import { importers } from './import-walk.ts'
import type { LockedImport } from './imports.ts'
import { lockImport, updateImport } from './imports.ts'
import { findLines, layoutOf, rowsOf } from './queries.ts'

/** The rows that one transaction writes. */
const portionSize = 500

/**
 * Writes, or undoes, an import's next rows and stores their results in the same transaction, so nothing is
 * done twice. Adds a job for the rows after them.
 */
export async function runImport(work: Work, { importId }: Jobs['run-import']): Promise<void> {
  const found = await lockImport(work.tx, importId)
  const { fileName, startedAt, finishedAt, undoStartedAt, undoneAt } = found
  const isUndo = undoStartedAt !== null
  if (!startedAt || undoneAt || (finishedAt && !isUndo)) return
  const actingUserId = (isUndo ? found.undoneBy : found.startedBy) ?? undefined
  const cause = `${isUndo ? 'Undo of the import' : 'Import'} of ${fileName}`
  const hasMore = await (isUndo ? undoRows : writeRows)({ ...work, actingUserId, cause }, found)
  if (hasMore) return work.addJobs('run-import', [{ importId }])
  await updateImport(work, importId, { [isUndo ? 'undoneAt' : 'finishedAt']: work.clock() })
}

/** Writes the next rows. Returns true if others are left. */
async function writeRows(work: Work, { importId, kind, mailsConfirmations }: LockedImport): Promise<boolean> {
  const { tx } = work
  const rows = await rowsOf(tx, importId)
    .where('outcome', 'is', null)
    .orderBy('place')
    .limit(portionSize)
    .execute()
  const lines = await findLines(tx, importId)
  const layout = await layoutOf(tx, importId)
  const written = await importers[kind].write(work, layout, rows, { mailsConfirmations }, lines)
  const subjects = Map.groupBy(lines, ([, line]) => line)
  const results = written.map(({ row: { place, line }, trace, ...result }: Written) => {
    const about = subjects.get(line)?.map(([subject]) => subject)
    return { place, ...result, trace: { ...trace, about } }
  })
  await sql`
    update import_rows set outcome = verdict, why = result.why, user_id = "userId", trace = result.trace
    from jsonb_to_recordset(${JSON.stringify(results)})
      as result (place integer, verdict text, why text, "userId" uuid, trace jsonb)
    where import_id = ${importId} and import_rows.place = result.place`.execute(tx)
  return rows.length === portionSize || written.length < rows.length
}

/** Undoes the rows that it has not reached, the last ones first. Returns true if others are left. */
async function undoRows(work: Work, { importId, kind }: LockedImport): Promise<boolean> {
  const rows = await rowsOf(work.tx, importId)
    .where('outcome', 'in', ['new', 'changes'])
    .where('undone', 'is', null)
    .orderBy('place', 'desc')
    .limit(portionSize)
    .execute()
  const undone = await importers[kind].undo(work, importId, rows)
  await sql`
    update import_rows set undone = place = any(${undone}::integer[])
    where import_id = ${importId} and place = any(${rows.map(({ place }) => place)}::integer[])`.execute(
    work.tx,
  )
  return rows.length === portionSize
}

/** Adds jobs for unfinished imports without one, for example after an administrator emptied the queue. */
export async function sweepImports({ tx, addJobs }: Work): Promise<void> {
  const waiting = await tx
    .selectFrom('imports')
    .select('importId')
    .where(
      sql<boolean>`(started_at is not null and finished_at is null or undo_started_at is not null and undone_at is null)`,
    )
    .where(hasNoJob('run-import', 'importId', 'imports.import_id'))
    .execute()
  await addJobs('run-import', waiting)
}
