import { visibleEmail } from '#contract/core/email-addresses.ts'
import type { RowReader } from './attendance-cells.ts'
import { cellIn, openDayReader, timeIn } from './attendance-cells.ts'
import type { ReadVisit } from './attendance-reading.ts'
import { barely } from './attendance-rows.ts'
import type { Section } from './attendance-sections.ts'
import { leftAfter } from './attendance-times.ts'

const came =
  /^(joined( before)?|join|in|entered|arrived|(checked|signed|logged)[ -]?in|(check|sign|log)[ -]?in)$/i
const went = /^(left|leave|out|exited|departed|(checked|signed|logged)[ -]?out|(check|sign|log)[ -]?out)$/i

/** Returns the visits of a log, in which joining and leaving are separate rows. */
export function visitsOfLog(section: Section, reader: RowReader): ReadVisit[] {
  const { columns } = section
  const visits: ReadVisit[] = []
  /** The unfinished visits by person. */
  const open = new Map<string, ReadVisit[]>()
  const dayOf = openDayReader(section, reader)
  for (const row of section.rows) {
    const [action, text] = [cellIn(row, columns.action), cellIn(row, columns.actionAt)]
    const isJoin = came.test(action)
    if (!isJoin && !went.test(action)) continue
    const visit: ReadVisit = { ...barely(row, section, reader), joinedAt: null, leftAt: null }
    const column = isJoin ? 'joinTime' : 'leaveTime'
    const cell = { column, found: columns.actionAt, zone: undefined, day: dayOf(row), part: '' } as const
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
  return visits
}
