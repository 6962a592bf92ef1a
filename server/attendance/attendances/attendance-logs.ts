import { visibleEmail } from '#contract/core/email-addresses.ts'
import { beginningOf } from '#contract/core/visible-text.ts'
import type { RowReader } from './attendance-cells.ts'
import { cellIn, openDayReader, timeIn } from './attendance-cells.ts'
import { actionTimesIn } from './attendance-columns.ts'
import { shownNames } from './attendance-notes.ts'
import type { ReadVisit } from './attendance-reading.ts'
import { personAndRole, zoneOf } from './attendance-rows.ts'
import type { Section } from './attendance-sections.ts'
import { leftAfter } from './attendance-times.ts'

/** The first of these words in an action says if the person came or left: 'Joined the meeting', 'Lunch out'. */
const cameOrWent =
  /\b(?:(join(?:ed|ing|s)?|in|enter(?:ed|ing|s)?|arriv(?:ed|ing|es|al)|login|connected)|(?:left|leav(?:e|es|ing)|out|off|exit(?:ed|ing|s)?|depart(?:ed|ing|s|ure)?|logout|disconnected))\b/i

/** Returns the visits of a log, in which joining and leaving are separate rows, with a sentence about other rows. */
export function visitsOfLog(section: Section, reader: RowReader): { visits: ReadVisit[]; notes: string[] } {
  const { columns } = section
  const visits: ReadVisit[] = []
  const others: { action: string; line: number }[] = []
  /** The unfinished visits by person. */
  const open = new Map<string, ReadVisit[]>()
  const dayOf = openDayReader(columns.date, reader)
  for (const row of section.rows) {
    const [action, text] = [cellIn(row, columns.action), cellIn(row, columns.actionAt)]
    const said = cameOrWent.exec(action)
    if (!said) {
      if (action !== '') others.push({ action, line: row.line })
      continue
    }
    const isJoin = said[1] !== undefined
    const visit: ReadVisit = { ...personAndRole(row, section, reader), joinedAt: null, leftAt: null }
    const column = isJoin ? 'joinTime' : 'leaveTime'
    const zone = zoneOf(cellIn(row, columns.timeZone))
    const cell = { column, found: columns.actionAt, zone, day: dayOf(row), part: '' } as const
    const read = timeIn(text, cell, reader, visit.flaws)
    const person = `${cellIn(row, columns.login)} ${visibleEmail(visit.email ?? '')} ${visit.name}`
    const mine = open.get(person) ?? []
    if (isJoin) {
      visits.push({ ...visit, joinedAt: read.at })
      open.set(person, [...mine, visits.at(-1) as ReadVisit])
      continue
    }
    const ended = mine.pop()
    if (!ended) {
      visit.flaws.push({ code: 'no-time', column: 'Join Time', text: '' })
      visits.push({ ...visit, leftAt: read.at })
      continue
    }
    ended.flaws.push(...visit.flaws)
    ended.leftAt = ended.joinedAt ? leftAfter(ended.joinedAt, read) : read.at
  }
  for (const { flaws } of [...open.values()].flat()) {
    flaws.push({ code: 'no-time', column: 'Leave Time', text: '' })
  }
  const [other] = others
  const notes = other
    ? [
        `${others.length === 1 ? '1 row says' : `${others.length.toLocaleString('en-US')} rows say`} neither joining nor leaving, and do not count: the first is '${beginningOf(other.action, 60)}' in line ${other.line.toLocaleString('en-US')}.`,
      ]
    : []
  return { visits, notes: [...notes, ...unreadTimes(section)] }
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
