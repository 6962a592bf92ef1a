import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { listFile, listFormat } from '#contract/core/list-files.ts'
import { instant, listOf } from '#contract/core/wire.ts'
import type { ImportKind } from './columns.ts'
import { importFields, importKinds } from './columns.ts'

export const importField = 'file'
export const importKindField = 'kind'

export const mostImportBytes = 20 * 1024 * 1024

/** The most rows of a file, without its headings. */
export const mostImportRows = 20_000

/** The days until an imported file's rows are deleted, which also ends its undo. */
export const importDaysKept = 90

/** The days until the rows of a file are deleted that nobody imported. */
export const unimportedDaysKept = 7

const kinds = Object.keys(importKinds) as [ImportKind, ...ImportKind[]]

/** A row's verdict: before the import what it would do, afterwards what it did. */
export const importVerdicts = ['new', 'changes', 'same', 'refused'] as const
export const ImportVerdict = z.enum(importVerdicts)
export type ImportVerdict = z.output<typeof ImportVerdict>

/** The words of verdicts, before and after. */
export const verdictLabels: Record<ImportVerdict, string> = {
  new: 'New',
  changes: 'Changed',
  same: 'Already there',
  refused: 'Refused',
}

const Counts = z.object({ new: z.int(), changes: z.int(), same: z.int(), refused: z.int() })
export type ImportCounts = z.output<typeof Counts>

/** A row of the file. */
export const ImportRow = z.object({
  /** In the file, counted from 1. */
  line: z.int(),
  /** The row's email; '' without one. */
  email: z.string(),
  verdict: ImportVerdict,
  /** The column and the reason of a refusal, or the changed fields; else ''. */
  why: z.string(),
  /** The row was imported, and an undo left it, because it has changed since. */
  isKept: z.optional(z.boolean()),
})
export type ImportRow = z.output<typeof ImportRow>

export const Import = z.object({
  importId: z.string(),
  kind: z.enum(kinds),
  fileName: z.string(),
  state: z.enum(['uploaded', 'running', 'done', 'undoing', 'undone']),
  uploadedAt: instant(),
  /** null: a deleted account. */
  uploadedBy: z.nullable(z.string()),
  headings: z.array(z.string()),
  /** The first rows, as in the file. */
  firstRows: z.array(z.array(z.string())),
  /** The proposed or chosen field of each heading. */
  columns: z.array(z.nullable(z.enum(importFields))),
  total: z.int(),
  /** The rows done, or undone. */
  done: z.int(),
  /** The results so far. */
  counts: Counts,
  /** The rows that an undo left, because they have changed since. */
  kept: z.int(),
  /** The first refused rows, and those that an undo left. */
  problems: z.array(ImportRow),
  canUndo: z.boolean(),
  /** false: the rows were deleted after their time. */
  hasRows: z.boolean(),
})
export type Import = z.output<typeof Import>

const ofImport = z.object({ importId: z.uuid({ error: 'An import id is a UUID' }) })

/** The columns of a file as chosen. */
const Columns = listOf(
  z.nullable(z.enum(importFields, { error: 'Has to be a field of an import, or null' })),
  256,
)

const ImportSummary = z.pick(Import, {
  importId: true,
  kind: true,
  fileName: true,
  state: true,
  uploadedAt: true,
  uploadedBy: true,
  total: true,
  counts: true,
  hasRows: true,
})
export type ImportSummary = z.output<typeof ImportSummary>

export const getImports = endpoint({
  route: 'GET /private/imports',
  access: 'people:write',
  summary: 'The newest fifty imports.',
  data: z.object({ imports: z.array(ImportSummary) }),
})

export const getImport = endpoint({
  route: 'GET /private/imports/:importId',
  access: 'people:write',
  summary: 'An import with its columns, its progress and its results.',
  params: ofImport,
  data: Import,
  refusals: ['IMPORT_NOT_FOUND'],
})

export const uploadImport = endpoint({
  route: 'POST /private/imports',
  access: 'people:write',
  summary: `Stores a file of people, registrations or earlier certificates (text or .xlsx, up to ${mostImportRows} rows with one line of headings), and proposes a field for each column. Writes nothing else.`,
  fileField: importField,
  formFields: { [importKindField]: `The content of the rows: ${kinds.join(', ')}.` },
  large: {
    mostBytes: mostImportBytes + 64 * 1024,
    why: 'A list of 20,000 people has up to 20 MB. Longer forms are still read to their end, so that the sender gets the reason.',
    perPerson: 60,
  },
  data: Import,
  refusals: ['FORM_EXPECTED', 'IMPORT_TOO_LARGE', 'NOT_PERMITTED', 'NOT_READY'],
})

export const previewImport = endpoint({
  route: 'POST /private/imports/:importId/preview',
  access: 'people:write',
  summary:
    'The verdict about each row: how many are new, already there, changed or refused, and the first hundred of each. Remembers the columns for later files with the same headings. Writes nothing else.',
  params: ofImport,
  body: z.object({ columns: Columns }),
  data: z.object({ counts: Counts, rows: z.array(ImportRow) }),
  refusals: ['IMPORT_NOT_FOUND', 'IMPORT_STARTED', 'NOT_PERMITTED', 'NOT_READY'],
})

export const startImport = endpoint({
  route: 'POST /private/imports/:importId/start',
  access: 'people:write',
  summary:
    'Imports the previewed rows in the background; each is judged again. No one is emailed, unless `mailsConfirmations` asks for the confirmations of registrations.',
  params: ofImport,
  body: z.object({ mailsConfirmations: z.optional(z.boolean({ error: 'Must be true or false' })) }),
  data: Import,
  refusals: ['IMPORT_NOT_FOUND', 'IMPORT_STARTED', 'IMPORT_NOT_PREVIEWED', 'NOT_PERMITTED'],
})

export const undoImport = endpoint({
  route: 'POST /private/imports/:importId/undo',
  access: 'people:write',
  summary: 'Undoes an import in the background. Rows that have changed since stay, and are named.',
  params: ofImport,
  data: Import,
  refusals: ['IMPORT_NOT_FOUND', 'NOT_UNDOABLE', 'NOT_PERMITTED'],
})

export const exportImport = endpoint({
  route: 'GET /private/imports/:importId/rows',
  access: 'people:write',
  summary: 'The rows of an import as in the file, each with its result.',
  params: ofImport,
  query: z.object(listFormat),
  file: listFile,
  refusals: ['IMPORT_NOT_FOUND', 'NOT_PERMITTED'],
})
