import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type * as calls from '#contract/office/imports/calls.ts'
import type { Import } from '#contract/office/imports/calls.ts'
import { importDaysKept, unimportedDaysKept } from '#contract/office/imports/calls.ts'
import type { ImportColumns, ImportKind } from '#contract/office/imports/columns.ts'
import { columnsProblem, proposeColumns } from '#contract/office/imports/columns.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Tx } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'
import { columns as tableColumns } from '#server/tables.generated.ts'
import type { Work, WriteServices } from '#server/work.ts'
import { write } from '#server/work.ts'
import type { ReadImport } from './import-file.ts'
import { findImport, isAbout, previewRows, rememberedColumns } from './queries.ts'

interface Upload {
  kind: ImportKind
  fileName: string
  read: ReadImport
}

/** Stores a file's rows, with a proposed field for each column. */
export async function uploadImport(
  work: Work,
  { kind, fileName, read: { headings, rows, total } }: Upload,
): Promise<Import> {
  const { tx, clock, actingUserId = null } = work
  const proposed = proposeColumns(kind, headings, await rememberedColumns(tx, kind))
  const { importId } = await tx
    .insertInto('imports')
    .values({
      kind,
      fileName: fileName || 'Unnamed file',
      headings,
      columns: JSON.stringify(proposed),
      total,
      uploadedBy: actingUserId,
      uploadedAt: clock(),
    })
    .returning('importId')
    .executeTakeFirstOrThrow()
  await sql`
    insert into import_rows (import_id, place, line, cells)
    select ${importId}, place, line, cells
    from jsonb_to_recordset(${rows}::jsonb) as row (place integer, line integer, cells text[])`.execute(tx)
  return findImport(tx, importId)
}

/**
 * Remembers the chosen columns, and judges every row as the import would. Refuses columns that can't be
 * imported, and with IMPORT_STARTED.
 */
export async function previewImport(
  services: WriteServices,
  caller: Caller,
  importId: string,
  columns: ImportColumns,
): Promise<Data<typeof calls.previewImport>> {
  await write(services, caller, (work) => chooseColumns(work, importId, columns))
  return previewRows(services, importId)
}

async function chooseColumns(work: Work, importId: string, columns: ImportColumns): Promise<void> {
  const { kind, headings, startedAt } = await lockImport(work.tx, importId)
  if (startedAt) throw new Refusal('IMPORT_STARTED')
  const problem = columnsProblem(kind, columns, headings.length)
  if (problem) refuseFields({ columns: problem })
  await updateImport(work, importId, { columns: JSON.stringify(columns), isPreviewed: true })
}

/** Starts an import. Refuses with IMPORT_STARTED, or IMPORT_NOT_PREVIEWED. */
export async function startImport(
  work: Work,
  importId: string,
  { mailsConfirmations = false }: Input<typeof calls.startImport>['body'],
): Promise<Import> {
  const found = await lockImport(work.tx, importId)
  if (found.startedAt) throw new Refusal('IMPORT_STARTED')
  if (!found.isPreviewed) throw new Refusal('IMPORT_NOT_PREVIEWED')
  const { clock, actingUserId: startedBy = null } = work
  return begin(work, 'import-started', found, { startedAt: clock(), startedBy, mailsConfirmations })
}

/** Undoes a finished import. Refuses with NOT_UNDOABLE before, twice, or once its rows were deleted. */
export async function undoImport(work: Work, importId: string): Promise<Import> {
  const found = await lockImport(work.tx, importId)
  const { canUndo } = await findImport(work.tx, importId)
  if (!canUndo) throw new Refusal('NOT_UNDOABLE')
  const { clock, actingUserId: undoneBy = null } = work
  return begin(work, 'import-undone', found, { undoStartedAt: clock(), undoneBy })
}

async function begin(
  work: Work,
  activity: 'import-started' | 'import-undone',
  { importId, fileName, total }: LockedImport,
  state: Updateable<Tables['imports']>,
): Promise<Import> {
  await updateImport(work, importId, state)
  const item = `${fileName}: ${total.toLocaleString('en-US')} rows`
  await happened(work, [{ activity, details: { item } }])
  await work.addJobs('run-import', [{ importId }])
  return findImport(work.tx, importId)
}

export type LockedImport = Awaited<ReturnType<typeof lockImport>>

/** Locks an import until the transaction ends. Refuses with IMPORT_NOT_FOUND. */
export async function lockImport(tx: Tx, importId: string) {
  const found = await tx
    .selectFrom('imports')
    .select(tableColumns.imports)
    .where('importId', '=', importId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('IMPORT_NOT_FOUND')
  return found
}

/** Changes an import. */
export async function updateImport(
  { tx }: Work,
  importId: string,
  changed: Updateable<Tables['imports']>,
): Promise<void> {
  await tx.updateTable('imports').set(changed).where('importId', '=', importId).execute()
}

/** Deletes the rows of imports after their time. Ends what was never started. */
export async function expireImports({ tx, clock }: Pick<Work, 'tx' | 'clock'>): Promise<void> {
  const before = (days: number) => sql<Date>`${clock()}::timestamptz - ${days}::integer * interval '1 day'`
  await tx
    .deleteFrom('imports')
    .where('startedAt', 'is', null)
    .where('uploadedAt', '<=', before(unimportedDaysKept))
    .execute()
  await tx
    .deleteFrom('importRows')
    .using('imports')
    .whereRef('importRows.importId', '=', 'imports.importId')
    .where('uploadedAt', '<=', before(importDaysKept))
    .execute()
}

/** Deletes the rows of a person whose account is deleted, also those that only have their email. */
export async function forgetImported({ tx }: Work, userId: string, emails: string[]): Promise<void> {
  await tx.deleteFrom('importRows').where(isAbout(userId, emails)).execute()
}
