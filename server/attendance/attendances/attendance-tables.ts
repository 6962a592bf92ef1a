import { visibleEmail } from '#contract/core/email-addresses.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { Row } from '#contract/core/text-tables.ts'
import type { FileReader } from './attendance-cells.ts'
import { cellIn } from './attendance-cells.ts'
import type { FoundColumn } from './attendance-columns.ts'
import { timesOf } from './attendance-columns.ts'
import { areDayFirst } from './attendance-dates.ts'
import { daysOf } from './attendance-days.ts'
import { commentWords, hiddenWords, notesOn, otherZoneWords, unknownZoneWords } from './attendance-notes.ts'
import type { ReadAnswer, Reading, ReportKind, Unread } from './attendance-reading.ts'
import { readerVersion } from './attendance-reading.ts'
import { unusableWords } from './attendance-refusals.ts'
import { readSections } from './attendance-section-rows.ts'
import type { Layout, Section } from './attendance-sections.ts'
import { layoutOf, withoutDoubles } from './attendance-sections.ts'
import { seemingWords } from './attendance-seeming.ts'
import {
  fieldsAround,
  hostNamesAround,
  hostsAround,
  otherZonesAround,
  startsAround,
  webinarAround,
  zoneAround,
  zonesAround,
} from './attendance-surroundings.ts'
import { areRounded, openTimeReader } from './attendance-times.ts'
import { totalsOf } from './attendance-totals.ts'
import { zoneIn } from './attendance-zones.ts'

/** A file sender's choices. */
export interface SentWith {
  /** The zone of the file's times if the file names none. */
  zone?: string | undefined
  /** All times are in that zone, whatever the file says. */
  zoneWins?: boolean | undefined
  /** The Eastern day of times without a date. */
  day?: PlainDate | undefined
}

export interface ReadOptions extends SentWith {
  /** The file is a stored report, or the portal's own. It may have more rows, and an earlier version took one without a usable time. */
  isStored?: boolean
}

interface Found extends ReadOptions {
  encoding: string
  separator: string | null
  hasComments?: boolean
}

/** Reads a file's tables: one, or one per sheet of a workbook. */
export function readTables(bytes: Uint8Array, tables: Row[][], found: Found): Reading | Unread {
  const { encoding, separator, hasComments = false, zone: given, zoneWins, day, isStored } = found
  const layouts = withoutDoubles(tables.map(layoutOf))
  const sections = layouts.flatMap((layout) => layout.sections)
  const others = layouts.flatMap((layout) => layout.others)
  if (sections.length === 0 || isSurvey(others)) {
    return { refused: seemingWords(separator === null ? undefined : bytes, tables.flat()) }
  }
  const kind = kindOf(layouts)
  const zoneOfFile = zoneWins ? undefined : (zoneOver(sections) ?? zoneAround(others))
  const zone = zoneOfFile ?? given ?? null
  const dates = datesIn(sections, others)
  const isDayFirst = areDayFirst(dates)
  const reader: FileReader = {
    zone,
    isDayFirst,
    hosts: new Set([...hostsAround(others), ...sections.flatMap(hostsBeside)]),
    hostNames: hostNamesAround(others),
    readTime: openTimeReader({
      isDayFirst,
      areSerialsRounded: separator !== null && areRounded(dates),
      onlyZone: zoneWins ? given : undefined,
    }),
  }
  const read = readSections(layouts, reader, day)
  const { visits, answers, daysAbove } = read
  const refused = unusableWords(read)
  if (refused && !isStored) return { refused }
  const instants = [
    ...startsAround(others, reader.readTime, zone),
    ...visits.flatMap(({ joinedAt, leftAt, flaws }) => (flaws.length === 0 ? [joinedAt, leftAt] : [])),
    ...answers.map(({ answeredAt }) => answeredAt),
  ]
  const asked = given ? 'caller' : 'nobody'
  const unknown = zoneOfFile || zoneWins ? [] : unknownZones(sections, others)
  const notes = [
    ...read.notes,
    ...unknownZoneWords(unknown),
    ...otherZoneWords(read.hasBareTime && !zoneWins ? otherZonesAround(others, zone) : []),
    ...hiddenWords(sections),
    ...(hasComments ? [commentWords] : []),
    ...notesOn(visits),
  ]
  return {
    reader: readerVersion,
    kind,
    encoding,
    separator,
    zone,
    zoneFrom: zoneOfFile ? 'file' : read.hasBareTime || zoneWins ? asked : 'times',
    day: day ?? daysAbove[0] ?? null,
    dayFrom: daysAbove.length === 0 ? 'times' : day ? 'caller' : daysAbove.includes(null) ? 'nobody' : 'file',
    days: daysOf(instants),
    webinarId: webinarAround(others, kind),
    visits,
    answers: counted(answers),
    totals: totalsOf(read.stated),
    ...(notes.length > 0 && { notes }),
  }
}

/** Numbers each person's answers to each question. */
function counted(answers: readonly ReadAnswer[]): ReadAnswer[] {
  const counts = new Map<string, number>()
  return answers.map((answer) => {
    const { registrantId, email, name, question, session } = answer
    const key = JSON.stringify([registrantId, visibleEmail(email ?? '') || name, question, session])
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    return { ...answer, nth }
  })
}

function kindOf(layouts: readonly Layout[]): ReportKind {
  if (layouts.some(({ sections }) => sections.some(({ has }) => has === 'answers'))) return 'zoom-polls'
  return layouts.find(({ program, sections }) => program && sections.length > 0)?.program?.kind ?? 'list'
}

/** Recognizes a survey: it looks like a poll report, but is answered after the webinar. */
function isSurvey(others: readonly Row[]) {
  return others.some(({ cells }) => /^survey report/i.test(cells[0] ?? ''))
}

/** Returns the zone in the names of time columns. */
function zoneOver(sections: readonly Section[]): string | undefined {
  const columns = sections.flatMap((section) => [
    ...timesOf(section),
    section.columns.answeredAt,
    section.columns.actionAt,
  ])
  return columns.find((column) => column?.zone !== undefined)?.zone
}

/** Returns the names of time columns, and the lines about all times, that name a zone that is not known. */
function unknownZones(sections: readonly Section[], others: readonly Row[]): string[] {
  const names = sections
    .flatMap(timesOf)
    .filter(namesUnknownZone)
    .map(({ written }) => written)
  return [...names, ...zonesAround(others).filter(isUnknownZone)]
}

function namesUnknownZone({ written, zone }: FoundColumn) {
  return !zone && isUnknownZone(/[([]([^)\]]*)/.exec(written)?.[1] ?? '')
}

function isUnknownZone(text: string) {
  return /^[a-z]{2,4}t$|\b(time|zone)$/i.test(text) && !zoneIn(text)
}

/** Returns the cells that may show if dates have the day first. They are in time columns, and in lines around them. */
function datesIn(sections: readonly Section[], others: readonly Row[]) {
  return [
    ...sections.flatMap((section) => {
      const { answeredAt, actionAt, registeredAt, date } = section.columns
      const more = [answeredAt, actionAt, registeredAt, date].flatMap((column) => column ?? [])
      const found = [...timesOf(section), ...more]
      return section.rows.flatMap((row) => found.map((column) => cellIn(row, column)))
    }),
    ...fieldsAround(others),
  ]
}

function hostsBeside({ host, rows }: Section) {
  return rows.flatMap((row) => visibleEmail(cellIn(row, host)) || [])
}
