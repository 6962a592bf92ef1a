import { visibleEmail } from '#contract/core/email-addresses.ts'
import { beginningOf } from '#contract/core/visible-text.ts'
import type { RowReader } from './attendance-cells.ts'
import { cellIn, lackHalvesUnder, openDayReader, timeIn } from './attendance-cells.ts'
import { actionTimesIn } from './attendance-columns.ts'
import { shownNames } from './attendance-notes.ts'
import type { ReadVisit } from './attendance-reading.ts'
import { personAndRole, zoneOf } from './attendance-rows.ts'
import type { Section } from './attendance-sections.ts'
import type { ReadTime } from './attendance-times.ts'
import { leftAfter } from './attendance-times.ts'
import { halfWords } from './attendance-unused.ts'

/** The first of these words in an action says if the person came or left: 'Joined the meeting', 'Lunch out'. */
const cameOrWent =
  /\b(?:(join(?:ed|ing|s)?|in|enter(?:ed|ing|s)?|arriv(?:ed|ing|es|al)|login|connected)|(?:left|leav(?:e|es|ing)|out|off|exit(?:ed|ing|s)?|depart(?:ed|ing|s|ure)?|logout|disconnected))\b/i

/** A row of a log. */
interface Event {
  visit: ReadVisit
  isJoin: boolean
  read: ReadTime
}

/** Returns the visits of a log, in which joining and leaving are separate rows, with a sentence about other rows. */
export function visitsOfLog(section: Section, reader: RowReader): { visits: ReadVisit[]; notes: string[] } {
  const { columns, rows } = section
  const others: { action: string; line: number }[] = []
  const people = new Map<string, Event[]>()
  const dayOf = openDayReader(columns.date, reader)
  const times = columns.actionAt ? [columns.actionAt] : []
  const lacksHalves = lackHalvesUnder(rows, times, reader)
  for (const row of rows) {
    const [action, text] = [cellIn(row, columns.action), cellIn(row, columns.actionAt)]
    const said = cameOrWent.exec(action)
    if (!said) {
      if (action !== '') others.push({ action, line: row.line })
      continue
    }
    const isJoin = said[1] !== undefined
    const visit: ReadVisit = { ...personAndRole(row, section, reader), joinedAt: null, leftAt: null }
    const person = visibleEmail(visit.email ?? '') || `${cellIn(row, columns.login)} ${visit.name}`
    const mine = people.get(person) ?? []
    const column = isJoin ? 'joinTime' : 'leaveTime'
    const zone = zoneOf(cellIn(row, columns.timeZone))
    const after = mine.at(-1)?.read.at ?? null
    const cell = {
      column,
      found: columns.actionAt,
      zone,
      day: dayOf(row),
      part: '',
      lacksHalves,
      after,
    } as const
    people.set(person, [...mine, { visit, isJoin, read: timeIn(text, cell, reader, visit.flaws) }])
  }
  const visits = [...people.values()].flatMap(staysOf).sort((a, b) => a.line - b.line)
  const [other] = others
  const notes = other
    ? [
        `${others.length === 1 ? '1 row says' : `${others.length.toLocaleString('en-US')} rows say`} neither joining nor leaving, and do not count: the first is '${beginningOf(other.action, 60)}' in line ${other.line.toLocaleString('en-US')}.`,
      ]
    : []
  const halves = reader.kind === 'list' ? halfWords(rows, times) : []
  return { visits, notes: [...notes, ...unreadTimes(section), ...halves] }
}

/** Names the columns of a log whose times differ from the ones that are read. */
function unreadTimes({ heading, rows, columns: { actionAt } }: Section): string[] {
  const names = actionTimesIn(heading)
    .filter((column) => rows.some((row) => cellIn(row, column) !== cellIn(row, actionAt)))
    .map(({ written }) => written)
  if (!actionAt || names.length === 0) return []
  const read = shownNames([actionAt.written])
  return [`The times under ${shownNames(names)} do not count: only those under ${read} do.`]
}

/** Returns a person's visits. Each leaving ends the latest open joining, in the order of the times if all of them can be read. */
function staysOf(events: readonly Event[]): ReadVisit[] {
  const visits: ReadVisit[] = []
  const open: ReadVisit[] = []
  const isTimed = events.every(({ read }) => read.at)
  const inTurn = isTimed ? events.toSorted((a, b) => Number(a.read.at) - Number(b.read.at)) : events
  for (const { visit, isJoin, read } of inTurn) {
    const ended = isJoin ? undefined : open.pop()
    if (ended) {
      ended.flaws.push(...visit.flaws)
      ended.leftAt = ended.joinedAt ? leftAfter(ended.joinedAt, read) : read.at
      continue
    }
    visits.push(visit)
    if (isJoin) open.push(visit)
    else visit.flaws.push({ code: 'no-time', column: 'Join Time', text: '' })
    visit[isJoin ? 'joinedAt' : 'leftAt'] = read.at
  }
  for (const { flaws } of open) flaws.push({ code: 'no-time', column: 'Leave Time', text: '' })
  return visits
}
