import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { Row } from '#contract/core/text-tables.ts'
import type { FileReader, RowReader } from './attendance-cells.ts'
import { cellIn } from './attendance-cells.ts'
import { isDayLine } from './attendance-dates.ts'
import { hostWords } from './attendance-host-notes.ts'
import { visitsOfLog } from './attendance-logs.ts'
import { daylessWords } from './attendance-notes.ts'
import type { ReadAnswer, ReadVisit, ReportKind } from './attendance-reading.ts'
import { answersBeside, answersOf, personAndRole, visitsOf } from './attendance-rows.ts'
import type { Layout, Section } from './attendance-sections.ts'
import { dayAround } from './attendance-surroundings.ts'
import type { StatedMinutes } from './attendance-totals.ts'
import { minutesIn, spanOf } from './attendance-totals.ts'
import { unusedIn } from './attendance-unused.ts'
import { addedNotes } from './attendance-unused-words.ts'

interface SectionRows {
  visits: ReadVisit[]
  answers: ReadAnswer[]
  stated: StatedMinutes[]
  maybeOfEvent: ReadVisit[]
  /** Sentences about what does not count. */
  notes: string[]
}

/** Everything in a file's sections. */
interface ReadSections extends SectionRows {
  hasBareTime: boolean
  /** The days that lines above give to times without dates; null where no line does. */
  daysAbove: (PlainDate | null)[]
  /** Times without dates would get one day, though they seem to be of several. */
  hasSeveralDays: boolean
}

/** Reads the rows of all sections. Times without dates get the given day, or the one in a line above them. */
export function readSections(
  layouts: readonly Layout[],
  reader: FileReader,
  given: PlainDate | undefined,
): ReadSections {
  const daysAbove: (PlainDate | null)[] = []
  const parts = new Map<string, Set<string>>()
  const dayless: ReadVisit[] = []
  let hasBareTime = false
  const hasSummary = layouts.some(({ sections }) => sections.some(({ has }) => has === 'summary'))
  const read = layouts.flatMap(({ sections, program }) => {
    const kind = program?.kind ?? 'list'
    const { isDayFirst } = reader
    const sheet = sections[0]?.rows[0]?.sheet
    const first = dayAround(sections[0]?.above ?? [], { sheet, isDayFirst })
    return sections.map((section, place) => {
      const isOther = place > 0 && isDayLine(section.title)
      const above = dayAround(section.above, { isDayFirst }) ?? (isOther ? null : (first ?? null))
      const own: RowReader = {
        ...reader,
        kind,
        hasBareTime: false,
        day: given ?? above,
        dayless: new Map(),
      }
      const rows = rowsIn(section, own, hasSummary)
      hasBareTime ||= own.hasBareTime
      if (own.dayless.size > 0) {
        daysAbove.push(above)
        if (kind === 'list') dayless.push(...rows.visits)
      }
      for (const [part, column] of own.dayless) {
        // A line above each table tells its day, so only columns of several days are left.
        const isTold = above !== null && !given
        const group = isTold ? `${sheet} ${place}` : ''
        parts.set(group, (parts.get(group) ?? new Set()).add(isTold ? column : part))
      }
      return rows
    })
  })
  return {
    visits: read.flatMap(({ visits }) => visits),
    answers: read.flatMap(({ answers }) => answers),
    stated: read.flatMap(({ stated }) => stated),
    maybeOfEvent: read.flatMap(({ maybeOfEvent }) => maybeOfEvent),
    notes: [...new Set(read.flatMap(({ notes }) => notes)), ...daylessWords(dayless)],
    hasBareTime,
    daysAbove,
    hasSeveralDays: [...parts.values()].some(({ size }) => size > 1),
  }
}

function rowsIn(section: Section, reader: RowReader, hasSummary: boolean): SectionRows {
  const { has, rows } = section
  const none = { visits: [], answers: [], stated: [], maybeOfEvent: [], notes: [] }
  if (has === 'answers') return { ...none, answers: rows.flatMap((row) => answersOf(row, section, reader)) }
  if (has === 'log') return { ...none, ...visitsOfLog(section, reader) }
  if (has === 'summary') {
    return { ...none, stated: statedIn(section, reader.kind, (row) => [personAndRole(row, section, reader)]) }
  }
  const read = visitsOf(section, reader)
  const byRow = Map.groupBy(read, ({ row }) => row)
  const ofRow = (row: Row) => (byRow.get(row) ?? []).map(({ visit }) => visit)
  const hasAnswers = reader.kind === 'bigbluebutton-attendees'
  const visits = read.map(({ visit }) => visit)
  return {
    visits,
    maybeOfEvent: section.stays.some(({ mayBeOfEvent }) => mayBeOfEvent) ? visits : [],
    answers: hasAnswers ? read.flatMap(({ row, visit }) => answersBeside(row, visit, section)) : [],
    stated: hasSummary ? [] : statedIn(section, reader.kind, ofRow),
    notes: [
      ...(reader.kind === 'list' ? unusedIn(section, reader, ofRow) : addedNotes(section, ofRow)),
      ...hostWords(section, reader, ofRow),
    ],
  }
}

/** Returns the minutes stated in a section's rows. `ofRow` returns a row's visits, or only its person. */
function statedIn(
  section: Section,
  kind: ReportKind,
  ofRow: (row: Row) => (Omit<ReadVisit, 'joinedAt' | 'leftAt'> & Partial<ReadVisit>)[],
): StatedMinutes[] {
  const { duration } = section.columns
  if (!duration) return []
  return section.rows.flatMap((row) => {
    const minutes = minutesIn(cellIn(row, duration), duration, kind)
    const visits = ofRow(row)
    const [person] = visits
    if (minutes === undefined || person?.status !== 'present') return []
    const spans = visits.map(({ joinedAt = null, leftAt = null }) => spanOf({ joinedAt, leftAt }))
    const span = spans.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0)
    return [{ person, minutes, span }]
  })
}
