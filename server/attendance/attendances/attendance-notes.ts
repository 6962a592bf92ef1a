import { visibleEmail } from '#contract/core/email-addresses.ts'
import { formsOfName } from '#contract/core/names.ts'
import { beginningOf } from '#contract/core/visible-text.ts'
import type { ReadVisit } from './attendance-reading.ts'
import type { Section } from './attendance-sections.ts'
import { usedColumns } from './attendance-sections.ts'

const hourMs = 3_600_000

/** A longer stay is more likely a wrong date. */
const longestStayMs = 16 * hourMs

/** Says what of a file's visits counts, and may surprise its sender. */
export function notesOn(visits: readonly ReadVisit[]): string[] {
  const present = visits.filter(({ status, role }) => status === 'present' && role !== 'host')
  return [
    ...namelessWords(present),
    ...longWords(present),
    ...overlapWords(present),
    ...sharedWords(present),
    ...sheetWords(present),
  ]
}

/** Says what of a workbook counts although it is hidden or struck out. */
export function hiddenWords(sections: readonly Section[]): string[] {
  const rows = sections.flatMap((section) => section.rows)
  const columns = sections.flatMap((section) =>
    usedColumns(section).flatMap(({ place }) =>
      section.rows[0]?.hiddenPlaces?.has(place) ? (section.heading[place] ?? []) : [],
    ),
  )
  const names = [...new Set(columns)]
  const are =
    names.length === 1
      ? `column ${shownNames(names)} of this workbook is`
      : `columns ${shownNames(names)} of this workbook are`
  return [
    ...markedWords(rows.filter(({ isHidden }) => isHidden).length, 'hidden, perhaps by a filter. Hidden'),
    ...markedWords(rows.filter(({ isStruck }) => isStruck).length, 'struck out. Struck-out'),
    ...(names.length > 0
      ? [`The ${are} hidden. Hidden columns are read, too: delete those that should not.`]
      : []),
  ]
}

/** Says that the comments of a workbook, such as 'left at 10', are not read. */
export const commentWords =
  'This workbook has comments on cells, which do not count: only the times in the cells do.'

/** Returns the first six names in quotation marks, each shortened. */
export function shownNames(names: readonly string[]): string {
  return names
    .slice(0, 6)
    .map((name) => `'${beginningOf(name, 40)}'`)
    .join(', ')
}

function markedWords(count: number, marked: string): string[] {
  if (count === 0) return []
  const rows = count === 1 ? '1 row of this workbook is' : `${shown(count)} rows of this workbook are`
  return [`${rows} ${marked} rows count, too: delete those that should not.`]
}

/** Says that a line names another zone than the one in which the times are read. */
export function otherZoneWords([first]: readonly string[]): string[] {
  return first === undefined
    ? []
    : [
        `'${beginningOf(first, 40)}' names another time zone than the one in which the times are read: choose the zone of the times.`,
      ]
}

/** Says that a file names a zone that is not known. */
export function unknownZoneWords([first]: readonly string[]): string[] {
  return first === undefined
    ? []
    : [
        `'${beginningOf(first, 40)}' is no known time zone: choose the zone of the times, or write it as UTC+1 or Eastern.`,
      ]
}

/** Says that rows have times, and nothing about the person: only the first row of a person may have it. */
function namelessWords(visits: readonly ReadVisit[]): string[] {
  const nameless = visits.filter(
    ({ name, email, registrantId, joinedAt, leftAt }) =>
      name === '' && !email && !registrantId && (joinedAt ?? leftAt) !== null,
  )
  const [first] = nameless
  if (!first) return []
  const rows = nameless.length === 1 ? '1 row has' : `${shown(nameless.length)} rows have`
  return [
    `${rows} times and no name, email or id, first in line ${shown(first.line)}: write into each row who it is.`,
  ]
}

function longWords(visits: readonly ReadVisit[]): string[] {
  const long = visits.filter(
    ({ joinedAt, leftAt }) => joinedAt && leftAt && leftAt.getTime() - joinedAt.getTime() > longestStayMs,
  )
  const [first] = long
  if (!first) return []
  const rows = long.length === 1 ? '1 row is' : `${shown(long.length)} rows are`
  return [
    `${rows} longer than 16 hours, first in line ${shown(first.line)}: please check the dates, because all this time counts.`,
  ]
}

/** Says that the times of one row overlap: one pair of columns may be a plan. */
function overlapWords(visits: readonly ReadVisit[]): string[] {
  const rows = Map.groupBy(visits, ({ sheet, line }) => `${sheet} ${line}`)
  const overlapping = [...rows.values()].filter((stays) => {
    const inTurn = stays.toSorted((a, b) => Number(a.joinedAt) - Number(b.joinedAt))
    return inTurn.some(
      ({ joinedAt }, place) => joinedAt && joinedAt < (inTurn[place - 1]?.leftAt ?? joinedAt),
    )
  })
  const [first] = overlapping.flat()
  if (!first) return []
  const are = overlapping.length === 1 ? '1 row has' : `${shown(overlapping.length)} rows have`
  return [
    `${are} times that overlap, first in line ${shown(first.line)}, and all of them count: delete those that were only planned.`,
  ]
}

/** Says that one email has the names of several people. Their rows count for whoever has the email. */
function sharedWords(visits: readonly ReadVisit[]): string[] {
  const byEmail = Map.groupBy(visits, ({ email }) => visibleEmail(email ?? ''))
  byEmail.delete('')
  const shared = [...byEmail].flatMap(([email, rows]) => {
    const names = [...new Set(rows.map(({ name }) => name))]
    const others = names.filter((name, place) => names.slice(0, place).some((each) => areOthers(each, name)))
    return others.length > 0 ? [{ email, names: [names[0] ?? '', others[0] ?? ''] }] : []
  })
  const [first] = shared
  if (!first) return []
  const [one, other] = first.names.map((name) => `'${beginningOf(name, 40)}'`)
  const more = shared.length === 1 ? '' : ` So have ${shown(shared.length - 1)} more.`
  return [
    `${beginningOf(first.email, 60)} has the names ${one} and ${other}: the rows of both count for one person.${more}`,
  ]
}

const namesDevice =
  /\b(i-?(phone|pad|mac)|phone|android|galaxy|pixel|tablet|pc|mac|macbook|laptop|desktop|computer|surface)\b/i

/** Returns true if two names are of different people: both have several words, and one is no other spelling. */
function areOthers(one: string, other: string): boolean {
  const { words, alike } = comparedNames(one, other)
  return words > 1 && alike < words
}

/** Returns true if two names of several words are of one person. */
export function isSameName(one: string, other: string): boolean {
  const { words, alike } = comparedNames(one, other)
  return words > 1 && alike === words
}

/** Returns true if two names of several words share none. A nickname or a new last name leaves the other one. */
export function haveNoWordInCommon(one: string, other: string): boolean {
  const { words, alike } = comparedNames(one, other)
  return words > 1 && alike === 0
}

/** Returns the number of words of the shorter name, and of those that the other one has, too. A device's name has none. */
function comparedNames(one: string, other: string): { words: number; alike: number } {
  if (namesDevice.test(one) || namesDevice.test(other)) return { words: 0, alike: 0 }
  const [some, others] = [one, other].map((name) =>
    (formsOfName(name).names[0] ?? '').split(' ').filter((word) => !/\d/.test(word)),
  ) as [string[], string[]]
  const [fewer, more] = some.length <= others.length ? [some, others] : [others, some]
  const alike = fewer.filter((word) => more.some((each) => each.startsWith(word) || word.startsWith(each)))
  return { words: fewer.length, alike: alike.length }
}

/** Says that rows of a person overlap, whose times have no dates: they may be of several days. */
export function daylessWords(visits: readonly ReadVisit[]): string[] {
  const [, found] = firstOverlap(visits, 'line') ?? []
  return found
    ? [
        `The times have no dates, and rows of '${beginningOf(found.name, 40)}' overlap, first in line ${shown(found.line)}: if they are of several days, add a column with the date.`,
      ]
    : []
}

/** Names sheets that have different times of one person for the same hours. One may be a plan or an older copy. */
function sheetWords(visits: readonly ReadVisit[]): string[] {
  const overlapping = firstOverlap(visits, 'sheet')
  if (!overlapping) return []
  const names = overlapping.map(({ sheet }) => sheet ?? '').sort()
  return [
    `The sheets ${names.map((name) => `'${beginningOf(name, 40)}'`).join(' and ')} have different times of the same people, and all of them count: delete a sheet that is a plan or a copy.`,
  ]
}

/** Returns the first two visits of a person, of different lines or sheets, that overlap without being the same times. */
function firstOverlap(visits: readonly ReadVisit[], differsIn: 'line' | 'sheet') {
  const people = Map.groupBy(visits, ({ email, name }) => visibleEmail(email ?? '') || name)
  for (const rows of people.values()) {
    const inTurn = rows
      .flatMap(({ name, line, sheet, joinedAt, leftAt }) =>
        joinedAt && leftAt ? [{ name, line, sheet, joinedAt, leftAt }] : [],
      )
      .sort((a, b) => +a.joinedAt - +b.joinedAt)
    for (const [place, visit] of inTurn.entries()) {
      const before = inTurn[place - 1]
      if (!before || before[differsIn] === visit[differsIn] || visit.joinedAt >= before.leftAt) continue
      const isSame = +visit.joinedAt === +before.joinedAt && +visit.leftAt === +before.leftAt
      if (!isSame) return [before, visit] as const
    }
  }
  return undefined
}

function shown(count: number): string {
  return count.toLocaleString('en-US')
}
