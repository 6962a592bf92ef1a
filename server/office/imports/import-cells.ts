import * as z from 'zod/mini'
import { countries, findCountry, findTerritory, unitedStates } from '#contract/core/countries.ts'
import { invalidEmail, pastedEmail } from '#contract/core/email-addresses.ts'
import { emailAddress, longest, optionalText, requiredLine } from '#contract/core/fields.ts'
import { invalidPhone, readPhone, storedPhone } from '#contract/core/phones.ts'
import { easternInstant } from '#contract/core/season.ts'
import { findUsState, isUsState } from '#contract/core/us-states.ts'
import { shortened } from '#contract/core/visible-text.ts'
import type { ImportColumns, ImportField } from '#contract/office/imports/columns.ts'
import { faaSafetyEmail, newProfile, placeChecks, printedName } from '#contract/people/users/profiles.ts'
import { readDay } from '#server/attendance/attendances/attendance-dates.ts'
import type { WrittenFields } from '#server/people/users/user-bulk.ts'
import { isImpossiblePhone } from '#server/people/users/user-updates.ts'
import { saysEnded, sectionHeading } from './import-file.ts'

/** A row of a file. */
export interface StoredRow {
  place: number
  line: number
  cells: string[]
}

/** The columns of a file, and how its dates are read. */
export interface Layout {
  headings: readonly string[]
  columns: ImportColumns
  isDayFirst: boolean
}

/** Thrown for a row that can't be imported. The message names the column. */
export class RefusedRow extends Error {}

/** A row's cells by field, and the columns that they are from. */
export interface Cells extends Layout {
  /** Without blank cells. */
  texts: Partial<Record<ImportField, string>>
}

export function cellsOf(layout: Layout, { cells }: Pick<StoredRow, 'cells'>): Cells {
  const texts: Cells['texts'] = {}
  layout.columns.forEach((field, place) => {
    const cell = cells[place]?.trim()
    // The portal's own lists have '--' in empty cells.
    if (field && cell && cell !== '--') texts[field] = cell
  })
  return { ...layout, texts }
}

const isNegative = /^(|no?|false|0|--)$/i

/** Refuses a row with a 'Status' of 'Canceled', or with 'Yes' under 'Refunded', in a column without a field. */
export function refuseEnded({ headings, columns }: Layout, { cells }: Pick<StoredRow, 'cells'>) {
  for (const [place, heading] of headings.entries()) {
    const cell = cells[place]?.trim() ?? ''
    const isEnded = saysEnded.test(cell) || (saysEnded.test(heading) && !isNegative.test(cell))
    if (columns[place] === null && isEnded) {
      const named = heading || `Column ${place + 1}`
      const how = heading === sectionHeading ? 'Move it above that line' : 'Empty the cell'
      throw new RefusedRow(`${named}: ${quoted(cell)}, so this row is not imported. ${how} to import it.`)
    }
  }
}

/** Refuses a row for one of its cells. */
export function refuseCell({ headings, columns }: Layout, field: ImportField, problem: string): never {
  const place = columns.indexOf(field)
  throw new RefusedRow(`${headings[place] || `Column ${place + 1}`}: ${problem}`)
}

/** A person as a row has them. Blank cells are absent, and change nothing. */
export interface PersonCells {
  email: string
  fields: Partial<WrittenFields>
}

const { firstName, lastName, country, state, zip, companyName, phone } = newProfile
const Profile = z
  .object({ firstName, lastName, country, state, zip, companyName, phone, printedName, faaSafetyEmail })
  .check(...placeChecks())
const Email = z.object({ email: emailAddress(invalidEmail, pastedEmail) })

/** Reads the person of a row. Countries and states may be abbreviated. Refuses the row for an invalid cell. */
export function personIn(cells: Cells): PersonCells {
  const { texts } = cells
  const place = placeIn(texts)
  if (place.country && !findCountry(place.country))
    refuseCell(cells, 'country', `${quoted(place.country)} is no country.`)
  if (place.country === unitedStates && place.state && !isUsState(place.state))
    refuseCell(cells, 'state', `${quoted(place.state)} is no state of the United States.`)
  const dialCode = findCountry(place.country)?.dialCode
  const phone = texts.phone && (storedPhone(readPhone(texts.phone, dialCode)) || texts.phone)
  const fields = checked(cells, Profile, withoutBlanks({ ...texts, ...place, phone }))
  if (isImpossiblePhone(fields)) refuseCell(cells, 'phone', invalidPhone)
  const { email } = checked(cells, Email, { email: texts.email ?? '' })
  return { email, fields: withoutBlanks(fields) }
}

function placeIn({ country = '', state = '', zip = '' }: Cells['texts']) {
  const typed = country.toLowerCase()
  const code = typed === 'usa' ? 'us' : typed
  const found = countries.find((each) => [each.name, each.code].some((word) => word.toLowerCase() === code))
  const isHere = found?.name === unitedStates
  const us = isHere ? findUsState(state) : undefined
  const territory = isHere && !us ? findTerritory(state) : undefined
  return {
    country: territory?.name ?? found?.name ?? country,
    state: us?.name ?? territory?.name ?? state,
    // Excel drops the zeros at the start of ZIP codes.
    zip: isHere && /^\d{3,4}$/.test(zip) ? zip.padStart(5, '0') : zip,
  }
}

const Consent = z.object({ consentWords: optionalText(longest.message) })

/** An agreement to be on the mailing list, given elsewhere. */
export interface ConsentCells {
  givenAt: Date
  words: string
}

/** Reads a row's agreement, which needs its date and its words: without both there is none. */
export function consentIn(cells: Cells, now: Date): ConsentCells | undefined {
  const { consentOn, consentWords } = cells.texts
  if (!consentOn || !consentWords) return undefined
  const { consentWords: words } = checked(cells, Consent, { consentWords })
  const on =
    readDay(consentOn, cells.isDayFirst) ?? refuseCell(cells, 'consentOn', `${quoted(consentOn)} is no date.`)
  // The time is unknown. An answer of the same day counts as later, because it may be an opt-out.
  const givenAt = easternInstant(on, '00:00')
  if (givenAt > now) refuseCell(cells, 'consentOn', 'This date is in the future.')
  return { givenAt, words }
}

/** Reads a line that a row must have. */
export function lineIn(cells: Cells, field: ImportField): string {
  const Line = z.object({ [field]: requiredLine('This cell is empty.', longest.line) })
  return checked(cells, Line, { [field]: cells.texts[field] ?? '' })[field] as string
}

/** Returns a cell's text for a message. */
export function quoted(text: string): string {
  return `'${shortened(text, 40)}'`
}

/** Checks fields by a schema. Refuses the row with the first problem. */
function checked<Schema extends z.ZodMiniType>(
  cells: Cells,
  schema: Schema,
  given: object,
): z.output<Schema> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  return refuseCell(cells, issue?.path[0] as ImportField, issue?.message ?? 'This cell is not valid.')
}

function withoutBlanks<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as never
}
