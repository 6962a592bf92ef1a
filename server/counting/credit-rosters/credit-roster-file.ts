import { Readable } from 'node:stream'
import type { RosterRow, RosterScope } from '#contract/counting/credit-rosters/calls.ts'
import { differenceColumns, rosterColumns } from '#contract/counting/credit-rosters/calls.ts'
import type { ReportedCredit } from '#contract/counting/credit-rosters/rows.ts'
import { changedFields, changeOf, daysOf, rosterChanges } from '#contract/counting/credit-rosters/rows.ts'
import { writtenByDay } from '#contract/events/slots/hours-by-day.ts'
import type { Cell } from '#server/core/files/list-cells.ts'
import type { ListFile } from '#server/core/files/list-file.ts'
import type { Db } from '#server/services.ts'
import { findRoster } from './queries.ts'

interface Asked extends RosterScope {
  /** Without it, the file has the current credits. */
  only?: 'differences' | undefined
}

/** Returns a roster as a file, or only its differences, each with its kind and what changed. */
export async function exportRoster(db: Db, { only, ...scope }: Asked): Promise<ListFile> {
  const { rows } = await findRoster(db, scope)
  if (!only) return { columns: rosterColumns, rows: inBatch(rows.flatMap((row) => cellsOf(row, row.now))) }
  const differences = rows.flatMap((row) => {
    const change = changeOf(row)
    return cellsOf(row, change && (row.now ?? row.was)).map((cells) => [
      ...cells,
      rosterChanges[change ?? 'changed'],
      changedFields(row).join('; '),
    ])
  })
  return { columns: [...rosterColumns, ...differenceColumns], rows: inBatch(differences) }
}

/** Returns the cells of a credit, or no line without one. */
function cellsOf(row: RosterRow, credit: ReportedCredit | null | undefined): Cell[][] {
  if (!credit) return []
  const { name, email, hours, byDay, courseNumber } = credit
  return [
    [name, email, row.eventName, daysOf(credit, row), hours, byDay && writtenByDay(byDay), courseNumber],
  ]
}

function inBatch(rows: Cell[][]): Readable {
  return Readable.from([rows])
}
