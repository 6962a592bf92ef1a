import type { Row } from '#contract/core/text-tables.ts'
import { shortened } from '#contract/core/visible-text.ts'
import { columnNamed, lettersOf } from './attendance-column-names.ts'
import type { Columns } from './attendance-columns.ts'
import { headingOfList, namesPerson, namesTotals } from './attendance-columns.ts'
import { programOf } from './attendance-programs.ts'
import type { ReportKind } from './attendance-reading.ts'
import { isSingle } from './attendance-sections.ts'

const wanted =
  "Please upload the webinar platform's attendee report or poll report, or a list with names, join times and leave times, with the names of its columns in English."

/** The beginnings of files that are not reports. */
const beginnings: [RegExp, string][] = [
  [/^%PDF/, 'a PDF'],
  [/^\xd0\xcf.\xe0/s, 'an old Excel file (.xls) or one with a password: save it as .xlsx or CSV'],
  [/^(\x89PNG|\xff\xd8\xff|GIF8)/, 'a picture'],
  [/^\s*(<!doctype html|<html)/i, 'a web page'],
  [/^\s*<\?xml/i, 'an XML file'],
  [/^\s*[[{]/, 'a JSON file'],
  [/^BEGIN:V/, 'a calendar or contact file'],
]

/** Columns of other lists, letters only. */
const otherLists: [RegExp, string][] = [
  [/surveyreport/, 'a survey, which is answered after the webinar'],
  [/registrationtime|registrationdate|approvalstatus/, 'a registration report, which does not say who came'],
  [/question.*(answer|asker)|(answer|asker).*question/, 'a report of questions'],
  [/hours/, 'a list of hours'],
]

/** The names of the programs' files without times, and what to export instead. */
const withoutTimes: Partial<Record<ReportKind, [what: string, instead: string]>> = {
  'zoom-attendees': [
    "Zoom's attendee report",
    "clear 'Show unique users' where you export it, so that it has each join time and leave time",
  ],
  'goto-attendees': [
    "GoTo Webinar's attendee report",
    "generate its Attendee Report, which has the columns 'Join Time' and 'Leave Time'",
  ],
  'teams-attendees': [
    "Microsoft Teams' attendance report",
    "download it as the organizer, with 'First Join' and 'Last Leave', which the attendance policy has to allow",
  ],
  'webex-attendees': [
    "Webex's attendance report",
    "export the meeting's attendees with the columns 'Join Time' and 'Leave Time'",
  ],
  'meet-attendees': [
    "Google Meet's attendance report",
    "export the attendance report that has the columns 'Time joined' and 'Time exited'",
  ],
  'bigbluebutton-attendees': [
    "BigBlueButton's session data",
    "download it again with the columns 'Join' and 'Left'",
  ],
  'connect-attendees': [
    "Adobe Connect's attendance report",
    'export the report by attendees, which has the times when each of them entered and left',
  ],
}

/** Says what a file that is not a report seems to be; `bytes`: a text's. */
export function seemingWords(bytes: Uint8Array = new Uint8Array(), rows: readonly Row[] = []): string {
  if (rows.length === 0) return `This file is empty. ${wanted}`
  const form = formOf(bytes, rows)
  if (form) return `This seems to be ${form}. ${wanted}`
  const heading = headingIn(rows)
  if (!heading) return `This seems to be a text without columns. ${wanted}`
  const letters = lettersOf(
    rows
      .slice(0, 50)
      .flatMap(({ cells }) => cells)
      .join(' '),
  )
  const list = otherLists.find(([columns]) => columns.test(letters))?.[1]
  const timeless = list === undefined || /hours/.test(list) ? timelessWords(heading.cells, rows) : undefined
  if (timeless) return timeless
  const names = heading.cells.filter((cell) => cell !== '')
  const shown = names.slice(0, 6).map((name) => `'${shortened(name, 40)}'`)
  return `This seems to be ${list ?? `a list with the columns ${shown.join(', ')}`}. ${wanted}`
}

/** Returns the form of a file that is no table, such as 'a PDF', by its first bytes and characters. */
export function formOf(bytes: Uint8Array, rows: readonly Row[]): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 64))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  const form = beginnings.find(([form]) => form.test(beginning))?.[1]
  return form ?? (isBinary(rows) ? 'no text' : undefined)
}

/** Says in one sentence that a report of people has no times, and what to export instead. */
function timelessWords(cells: readonly string[], rows: readonly Row[]): string | undefined {
  const { columns, ...heading } = headingOfList(cells)
  if (!namesPerson(columns)) return undefined
  const total = namesTotals({ columns, ...heading }) ? columns.duration?.written : undefined
  if (cells.some((cell) => /^(topic|meeting id)$/i.test(cell))) {
    return "This is Zoom's usage report, a list of meetings: click the number of participants there, and export their list with join times and leave times."
  }
  // Names in another language are over times that are not recognized as such.
  const hasTimes = rows
    .slice(0, 50)
    .some(({ cells }) => cells.filter((cell) => /\d:\d\d/.test(cell)).length > 1)
  if (!total && hasTimes) return undefined
  const isMeets = cells.map(lettersOf).join(' ') === 'firstname lastname email duration'
  const program = programOf(
    [cells],
    rows.slice(0, 50).flatMap(({ cells }) => cells.find((cell) => cell !== '') ?? []),
  )
  const [what, instead] = withoutTimes[isMeets ? 'meet-attendees' : (program?.kind ?? 'list')] ?? []
  const of = total && `with only the total of each person ('${shortened(total, 40)}')`
  if (what) return `This is ${what} ${of ?? 'without join times and leave times'}: ${instead}.`
  return of && `This is a list ${of}: upload a list that has the join time and the leave time of each person.`
}

/** Returns the people's line of column names, else the longest table's. */
export function headingIn(rows: readonly Row[]): Row | undefined {
  const first = rows.slice(0, 1000).filter((row) => !isSingle(row))
  const named = first
    .map((row) => ({ row, columns: headingOfList(row.cells).columns }))
    .filter(({ row, columns }) => namesPerson(columns) && row.cells.every((cell) => !/\S@\S/.test(cell)))
  const best = named.reduce<(typeof named)[number] | undefined>(
    (best, each) => (best && personColumns(best.columns) > personColumns(each.columns) ? best : each),
    undefined,
  )
  if (best) return best.row
  const tables: Row[][] = []
  for (const row of first) {
    const last = tables.at(-1)
    if (last && last[0]?.cells.length === row.cells.length) last.push(row)
    else tables.push([row])
  }
  return tables.reduce<Row[] | undefined>((a, b) => (a && a.length >= b.length ? a : b), undefined)?.[0]
}

function personColumns({ name, firstName, lastName, email, registrantId }: Columns) {
  return [name, firstName, lastName, email, registrantId].filter(Boolean).length
}

/** Returns how many columns a row names. */
export function columnsIn({ cells }: Row): number {
  return cells.filter((cell) => columnNamed(cell)).length
}

/** Returns true if a table's texts have many control characters, as those of a picture do. */
function isBinary(rows: readonly Row[]): boolean {
  const text = rows
    .slice(0, 50)
    .flatMap(({ cells }) => cells)
    .join('')
    .slice(0, 4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  return (text.match(/[\x01-\x08\x0e-\x1f\ufffd]/g) ?? []).length > text.length / 20
}
