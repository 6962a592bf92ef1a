import type { Row } from '#contract/core/text-tables.ts'
import { beginningOf } from '#contract/core/visible-text.ts'
import { dayWord } from './attendance-dates.ts'
import { shownNames } from './attendance-notes.ts'
import type { ReadVisit } from './attendance-reading.ts'
import { denials, didNotAttend } from './attendance-rows.ts'
import type { Section } from './attendance-sections.ts'
import { isSingle, usedColumns } from './attendance-sections.ts'

export type VisitsOfRow = (row: Row) => ReadVisit[]

export const namesAmount =
  /\b(hours?|hrs|minutes?|mins?|credits?|ceu?s?|away|missed|missing|absent|breaks?|total|duration|length|deduct\w*|adjust\w*)\b/i

const namesNote = /^$|\b(notes?|comments?|remarks?|reason|explanation)\b/i
const isDoubtful =
  /\b(left|leaves?|leaving|late|early|absent|away|missed|no[- ]?show(ed)?|cancel+ed|partial(ly)?|stepped|dropped|half|incomplete|tardy|excused|substitut\w*|instead|only|until|did ?n.?t|did not|withdr[ae]w\w*)\b/i

export const namesVerdict =
  /\b(completed?|passed|eligible|credit(ed)?|certificates?|approved|valid|verified|signature|signed|initials?|status|(hour|hr|session|part|block|module|period|class|lesson) ?\d+|attended by|away|am|pm|morning|afternoon|half|full|early|late)\b/i
const isDenied = /^(wait|pending|denied|fail|incomplete|partial|expired)/i

/** Says which words of a list are about hours, and are not read. */
export function unusedWords(section: Section, visitsOfRow: VisitsOfRow): string[] {
  return [...unusedCells(section, visitsOfRow), ...unusedLines(section, visitsOfRow)]
}

/** Names the columns of notes that somebody added behind a program's own columns. */
export function addedNotes(section: Section, visitsOfRow: VisitsOfRow): string[] {
  const last = Math.max(...usedColumns(section).map(({ place }) => place))
  return unusedCells(section, visitsOfRow, (name, place) => place > last && namesNote.test(name))
}

/** Names the columns with notes such as 'left at 10:15', or with a verdict that differs from row to row. */
function unusedCells(
  section: Section,
  visitsOfRow: VisitsOfRow,
  isMeant = (_name: string, _place: number) => true,
): string[] {
  const { heading, columns } = section
  const used = new Set(usedColumns(section).map(({ place }) => place))
  const ofAttendance = new Set(denials.map((column) => columns[column]?.place))
  const rows = section.rows.filter((row) => came(visitsOfRow(row)))
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const names = Array.from({ length: width }, (_, place) => {
    const name = heading[place] ?? ''
    const cells = rows.map((row) => row.cells[place] ?? '')
    const isNote = namesNote.test(name) || ofAttendance.has(place)
    const isAmount = (cell: string) =>
      ofAttendance.has(place) && /^(?![01]$)[\d.]+ ?(%|h|hrs?|hours?|min\w*)?$/i.test(cell)
    const isNoted =
      isNote && cells.some((cell) => isDoubtful.test(cell) || isDenied.test(cell) || isAmount(cell))
    // Marks under 'Day 1' are no dates.
    const isVerdict =
      (!used.has(place) || place === columns.date?.place) &&
      (namesVerdict.test(name) || dayWord.test(name)) &&
      new Set(cells.map((cell) => verdictOf(cell, name))).size > 1
    return isMeant(name, place) && ((isNoted && (!used.has(place) || ofAttendance.has(place))) || isVerdict)
      ? name || String(place + 1)
      : undefined
  }).filter((name) => name !== undefined)
  if (names.length === 0) return []
  return [`What is in the column ${shownNames(names)} does not count: only the times do.`]
}

/** Returns a cell's verdict. Amounts have a sentence of their own. */
function verdictOf(cell: string, name: string): 'nothing' | 'no' | 'yes' {
  if (cell === '') return 'nothing'
  if (namesAmount.test(name) && !Number.isNaN(Number(cell))) return 'yes'
  return didNotAttend.test(cell) || isDenied.test(cell) ? 'no' : 'yes'
}

const denial =
  /\b(no[- ]?shows?|absent(ees?)?|did ?n.?t (attend|come|show|join)|did not (attend|come|show|join)|not attend\w*|cancel+ed|withdr[ae]wn?)\b/i

/** Quotes a line or a name. Its people seem not to have come, or only for a part of the time. */
function unusedLines({ title, rows }: Section, visitsOfRow: VisitsOfRow): string[] {
  let above = title
  for (const row of rows) {
    const visits = visitsOfRow(row)
    const line = isSingle(row) ? row.cells.find(Boolean) : undefined
    if (line !== undefined) above = line
    const name = visits[0]?.name ?? ''
    const said = [above, name].find((text) => denial.test(text))
    if (said && came(visits)) {
      return [
        `'${beginningOf(said, 40)}' seems to say that people did not come, but their times count: delete the rows of those who did not.`,
      ]
    }
    const part = [line, came(visits) ? name : undefined].find((text) => text && isAboutPart(text))
    if (part)
      return [`'${beginningOf(part, 40)}' seems to say when a person was there, but only the times count.`]
  }
  return []
}

/** Recognizes 'Ben Cowling (AM only)', 'Ben Cowling - left at 10' and '* Left early'. */
function isAboutPart(text: string) {
  const [, ...parts] = /[([]([^()[\]]+)[)\]]|(?: [-–—]|^\*+) ?(.+)$/.exec(text) ?? []
  return parts.some((part) => part && (isDoubtful.test(part) || isDenied.test(part)))
}

function came(visits: readonly ReadVisit[]) {
  return visits.some(({ status, joinedAt, leftAt }) => status === 'present' && (joinedAt ?? leftAt))
}
