import { Readable } from 'node:stream'
import { inert } from '#contract/core/formulas.ts'
import type { ImportVerdict } from '#contract/office/imports/calls.ts'
import { verdictLabels } from '#contract/office/imports/calls.ts'
import type { Cell } from '#server/core/files/list-cells.ts'
import type { ListFile } from '#server/core/files/list-file.ts'
import type { Db } from '#server/services.ts'
import { layoutOf, readPortions } from './queries.ts'

/** Returns the rows of an import as in the file, each with its result. Refuses with IMPORT_NOT_FOUND. */
export async function exportRows(db: Db, importId: string): Promise<ListFile> {
  const { headings } = await layoutOf(db, importId)
  return {
    columns: ['Row', 'Result', 'Why', ...headings.map(plain)],
    rows: Readable.from(portions(db, importId)),
  }
}

/** Returns a heading of the file without what would end its cell or start a formula. */
function plain(heading: string): string {
  return inert(heading).replaceAll(/["\s,;]+/g, ' ')
}

async function* portions(db: Db, importId: string): AsyncGenerator<Cell[][]> {
  for await (const rows of readPortions(db, importId))
    yield rows.map(({ line, cells, outcome, why, undone }) => [
      line,
      resultOf(outcome, undone),
      why,
      ...cells,
    ])
}

function resultOf(outcome: ImportVerdict | null, undone: boolean | null): string {
  if (outcome === null) return 'Not imported'
  if (undone === true) return 'Undone'
  return undone === false ? 'Kept: changed since' : verdictLabels[outcome]
}
