import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Data } from '#contract/core/endpoint.ts'
import type {
  Import,
  ImportCounts,
  ImportRow,
  ImportSummary,
  ImportVerdict,
  previewImport,
} from '#contract/office/imports/calls.ts'
import { importVerdicts, verdictLabels } from '#contract/office/imports/calls.ts'
import type { ImportField, ImportKind } from '#contract/office/imports/columns.ts'
import { plainHeading } from '#contract/office/imports/columns.ts'
import { areDayFirst } from '#server/attendance/attendances/attendance-dates.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db, Services } from '#server/services.ts'
import type { Layout, StoredRow } from './import-cells.ts'
import { cellsOf } from './import-cells.ts'
import type { Lines } from './import-walk.ts'
import { importers } from './import-walk.ts'

/** The rows of each verdict in a preview, and the problems of an import. */
const mostShown = 100
const mostListed = 50
const mostFirstRows = 3

const portionSize = 500

/** An import with the numbers of its rows. */
interface Summary extends Omit<ImportSummary, 'columns'>, Pick<Import, 'headings' | 'columns' | 'kept'> {
  written: number
  undone: number
}

/** Returns the newest imports. */
export function findImports(db: Db): Promise<ImportSummary[]> {
  return findSummaries(db, sql``)
}

async function findSummaries(db: Db, which: RawBuilder<unknown>): Promise<Summary[]> {
  const { rows } = await sql<Summary>`
    select import_id, kind, file_name, headings, columns, total, uploaded_at, written, undone, kept, has_rows, counts,
      ${nameOrEmailOf()} as uploaded_by,
      case when undone_at is not null then 'undone' when undo_started_at is not null then 'undoing'
        when finished_at is not null then 'done' when started_at is not null then 'running' else 'uploaded' end as state
    from imports left join users on user_id = imports.uploaded_by
    cross join lateral (
      select count(outcome)::int as written, count(undone)::int as undone, count(*) > 0 as has_rows,
        (count(*) filter (where not undone))::int as kept,
        jsonb_build_object(${countsOf(importVerdicts)}) as counts
      from import_rows where import_rows.import_id = imports.import_id
    ) tally ${which}
    order by uploaded_at desc limit ${mostListed}`.execute(db)
  return rows
}

function countsOf(verdicts: readonly ImportVerdict[]) {
  return sql.join(
    verdicts.map((each) => sql`${sql.lit(each)}, count(*) filter (where outcome = ${sql.lit(each)})`),
  )
}

/** Returns an import. Refuses with IMPORT_NOT_FOUND. */
export async function findImport(db: Db, importId: string): Promise<Import> {
  const [found] = await findSummaries(db, sql`where imports.import_id = ${importId}`)
  if (!found) throw new Refusal('IMPORT_NOT_FOUND')
  const { state, counts, undone, written } = found
  const isUndo = state === 'undoing' || state === 'undone'
  const undoable = counts.new + counts.changes
  const first = await rowsOf(db, importId).orderBy('place').limit(mostFirstRows).execute()
  return {
    ...found,
    firstRows: first.map(({ cells }) => cells),
    total: isUndo ? undoable : found.total,
    done: isUndo ? undone : written,
    problems: await findProblems(db, importId),
    canUndo: state === 'done' && undoable > 0,
  }
}

async function findProblems(db: Db, importId: string): Promise<ImportRow[]> {
  const layout = await layoutOf(db, importId)
  const rows = await rowsOf(db, importId)
    .where((row) => row.or([row('outcome', '=', 'refused'), row('undone', '=', false)]))
    .orderBy('undone', (order) => order.asc().nullsLast())
    .orderBy('place')
    .limit(mostShown)
    .execute()
  return rows.map((row) => {
    const isKept = row.undone === false
    const why = isKept ? 'Changed since the import, so the undo left it.' : row.why
    return { ...shownRow(layout, row, { verdict: row.outcome as ImportVerdict, why }), isKept }
  })
}

const dateFields: readonly (ImportField | null)[] = ['day', 'days', 'consentOn']

/** Returns how an import's rows are read. Refuses with IMPORT_NOT_FOUND. */
export async function layoutOf(db: Db, importId: string): Promise<Layout & { kind: ImportKind }> {
  const layout = await db
    .selectFrom('imports')
    .select(['kind', 'headings', 'columns'])
    .where('importId', '=', importId)
    .executeTakeFirst()
  if (!layout) throw new Refusal('IMPORT_NOT_FOUND')
  // All dates together show if the day or the month is first.
  const places = layout.columns.flatMap((field, place) => (dateFields.includes(field) ? place + 1 : []))
  const { rows } = await sql<{ cell: string }>`
    select distinct cells[chosen] as cell from import_rows, unnest(${places}::integer[]) chosen
    where import_id = ${importId} and cells[chosen] ~ '^\\d{1,2}[/.-]\\d{1,2}[/.-]'`.execute(db)
  return { ...layout, isDayFirst: areDayFirst(rows.map(({ cell }) => cell)) }
}

/** Returns the query of an import's rows. */
export function rowsOf(db: Db, importId: string) {
  return db
    .selectFrom('importRows')
    .select(['place', 'line', 'cells', 'outcome', 'why', 'userId', 'trace', 'undone'])
    .where('importId', '=', importId)
}

/** Reads the rows of an import in portions, so that other calls are answered meanwhile. */
export async function* readPortions(db: Db, importId: string) {
  for (let after = 0; ; ) {
    const rows = await rowsOf(db, importId)
      .where('place', '>', after)
      .orderBy('place')
      .limit(portionSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.place
    yield rows
  }
}

/** Returns the lines of an import's done rows by subject. */
export async function findLines(db: Db, importId: string): Promise<Lines> {
  const { rows } = await sql<{ subject: string; line: number }>`
    select subject, line from import_rows, jsonb_array_elements_text(trace -> 'about') subject
    where import_id = ${importId}`.execute(db)
  return new Map(rows.map(({ subject, line }) => [subject, line]))
}

/** Returns the field of each heading in the newest imports of a kind; null: it was left out. */
export async function rememberedColumns(db: Db, kind: ImportKind): Promise<Map<string, ImportField | null>> {
  const earlier = await db
    .selectFrom('imports')
    .select(['headings', 'columns'])
    .where('kind', '=', kind)
    .where('isPreviewed', '=', true)
    .orderBy('uploadedAt', 'desc')
    .limit(mostListed)
    .execute()
  const remembered = new Map<string, ImportField | null>()
  for (const { headings, columns } of earlier.toReversed()) {
    for (const [place, heading] of headings.entries())
      remembered.set(plainHeading(heading), columns?.[place] ?? null)
  }
  return remembered
}

/** Judges every row as the import would. Writes nothing. */
export async function previewRows(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  importId: string,
): Promise<Data<typeof previewImport>> {
  const layout = await layoutOf(db, importId)
  const shown: Record<ImportVerdict, ImportRow[]> = { refused: [], changes: [], new: [], same: [] }
  const counts: ImportCounts = { new: 0, changes: 0, same: 0, refused: 0 }
  const lines: Lines = new Map()
  for await (const rows of readPortions(db, importId)) {
    for (const { row, verdict, why } of await importers[layout.kind].judge(
      db,
      layout,
      rows,
      clock(),
      lines,
    )) {
      counts[verdict] += 1
      if (shown[verdict].length < mostShown) shown[verdict].push(shownRow(layout, row, { verdict, why }))
    }
  }
  return { counts, rows: Object.values(shown).flat() }
}

function shownRow(layout: Layout, row: StoredRow, result: Pick<ImportRow, 'verdict' | 'why'>): ImportRow {
  return { line: row.line, email: cellsOf(layout, row).texts.email ?? '', ...result }
}

/** Returns the rows of files about a person, for their download. */
export async function findImported(db: Db, userId: string, email: string) {
  const rows = await db
    .selectFrom('importRows')
    .innerJoin('imports', 'imports.importId', 'importRows.importId')
    .select(['fileName', 'uploadedAt as importedAt', 'line', 'headings', 'cells', 'outcome'])
    .where(isAbout(userId, [email]))
    .orderBy('uploadedAt')
    .orderBy('line')
    .execute()
  return rows.map(({ headings, cells, outcome, ...row }) => ({
    ...row,
    result: outcome ? verdictLabels[outcome] : 'Not imported',
    content: headings
      .flatMap((heading, place) => (cells[place] ? `${heading}: ${cells[place]}` : []))
      .join('; '),
  }))
}

/** Selects the rows of a person and of the accounts merged into theirs, also those that only have their email. */
export function isAbout(userId: string, emails: readonly string[]) {
  const merged = sql`array(select user_id from users where merged_into = ${userId})`
  return sql<boolean>`(import_rows.user_id = any(${userId}::uuid || ${merged}) or import_rows.emails && ${emails}::text[])`
}
