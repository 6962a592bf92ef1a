import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { findCountry } from '#contract/core/countries.ts'
import { inert } from '#contract/core/formulas.ts'
import { readPhone } from '#contract/core/phones.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { portalZone } from '#contract/core/season.ts'

/** A cell of an exported list. In a workbook numbers stay numbers, and all else is text. */
export type Cell = string | number | null | undefined

/** Matches cells that need changes: with a separator, or a sign that starts a formula. */
const special = /[,";\b\t\n\v\f\r]|^\s*[=+\-@＝＋－＠]/

/**
 * Returns a line of a CSV file. Commas and control characters become spaces, and an empty cell `--`. A cell
 * with quotes is quoted. An apostrophe prevents formulas, also after a semicolon, where some spreadsheets
 * begin a cell.
 */
export function csvLine(cells: readonly Cell[]): string {
  let line = ''
  for (const cell of cells) line += `${line && ','}${csvCell(cell)}`
  return `${line}\r\n`
}

function csvCell(cell: Cell) {
  const text = shownCell(cell)
  if (text === emptyCell || !special.test(text)) return text
  const written = inert(text).replace(/[,\b\t\n\v\f\r]/g, ' ')
  return written.includes('"') ? `"${written.replaceAll('"', '""')}"` : written
}

const emptyCell = '--'

/** Returns a cell's text; empty ones are `--` in every format. */
export function shownCell(cell: Cell): string {
  return String(cell ?? '') || emptyCell
}

/** '(+1) 8035550100'; '' without a number. A missing dial code comes from the country. */
export function phoneCell(stored: string | undefined, country: string | undefined): Cell {
  if (!stored) return stored
  const ofCountry = stored.includes('||') ? undefined : findCountry(country ?? '')?.dialCode
  const { dialCode, digits } = readPhone(stored, ofCountry)
  return digits && `(${dialCode}) ${digits}`
}

/** '09 Feb 2027 11:59 PM Eastern', from `2027-02-09 23:59:00` on an Eastern clock. */
export function easternCell(clock: string | undefined): Cell {
  if (!clock) return clock
  return `${shownDate(clock.slice(0, 10) as PlainDate)} ${shownTime(clock.slice(11, 16) as PlainTime)} Eastern`
}

/** A column's instant on an Eastern clock, for `easternCell`. */
export function easternClockOf(column: string): RawBuilder<string> {
  return sql`${sql.ref(column)} at time zone ${sql.lit(portalZone)}`
}
