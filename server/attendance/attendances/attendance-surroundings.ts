import { visibleEmail } from '#contract/core/email-addresses.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { Row } from '#contract/core/text-tables.ts'
import { daysWithin, namesOtherDay, readDay, wordsBesideDays } from './attendance-dates.ts'
import type { ReportKind } from './attendance-reading.ts'
import { isSingle } from './attendance-sections.ts'
import type { TimeReader } from './attendance-times.ts'
import { zoneAfter } from './attendance-times.ts'
import { zoneIn } from './attendance-zones.ts'

/** Labels of typed text, in which a zone or a time means nothing. */
const typed =
  /^(topic|title|name|subject|agenda|description|notes?|comments?|location|venue|(webinar|meeting|event|session|course|class|training|seminar) (name|title|topic|subject|description)|(actual )?(host|organizer|presenter|instructor|speaker|panelist)s?( name)?|department|group)\s*:?$/i

/** 'All times are in Eastern Time', 'Times shown in UTC', 'All times Central', 'Attendance (times in UTC)'; but not 'Times in PT'. */
const allTimes =
  /(?:^\W*all (?:the )?(?:dates and )?times?(?: in this \w+)?|^\W*(?:the )?(?:dates and )?times?(?: in this \w+)? (?:are|shown|displayed|listed|given|reported|recorded|stated)|[([](?:all )?times?)(?: (?:are|shown|displayed|listed|given|reported|recorded|stated|in|as))*[ :(–-]+([^()[\]]+?)\W*$/i

const startLabel =
  /^((actual|session|meeting|webinar|event) )?start( date)?( ?[/&] ?| and | )?time\s*(?:\((.*)\))?\s*:?$/i
const dayLabel =
  /^((meeting|webinar|event|session|course|class|training|seminar|attendance) )?(date|day|date held|held on)s?\s*:?\s*(?<value>.*)$/i
const hostLabel =
  /^((actual|meeting|webinar|event|session) )?(host|organi[sz]er)('s)?( ?\(?e-?mail( address)?\)?)?\s*:?$/i
const hostNameLabel =
  /^((actual|meeting|webinar|event|session|course|class|lead) )?(host|organi[sz]er|instructor|moderator|trainer|teacher|facilitator|proctor)s?( name)?\s*:?\s*(?<value>.*)$/i
const madeLabel =
  /generated|printed|exported|created|updated|downloaded|revised|\brev\b|as of|due|deadline|expires|registration/i

/** A value beside its label. */
interface Labeled {
  label: RegExpExecArray
  value: string
}

/** Returns the zone in a field of the program, or in a line about all times. */
export function zoneAround(rows: readonly Row[]): string | undefined {
  for (const { value } of labeled(rows, /^time ?zone\s*:?\s*(?<value>.*)$/i)) {
    const zone = zoneIn(value)
    if (zone) return zone
  }
  const [said] = zonesAround(rows).flatMap((text) => zoneIn(text) ?? [])
  if (said) return said
  return labeled(rows, startLabel)
    .map(({ label, value }) => zoneIn(label.at(-1) ?? '') ?? zoneIn(zoneAfter(value)))
    .find((zone) => zone !== undefined)
}

/** Returns the names of hosts that the lines around the sections tell. */
export function hostNamesAround(rows: readonly Row[]): string[] {
  const named = labeled(rows, hostNameLabel).flatMap(({ value }) => [value, ...value.split(/[,;&]| and /)])
  return [...new Set(named.filter((name) => /\S\s+\S/.test(name)))]
}

/** Returns the zones in lines about all times, as written. They may be unknown. */
export function zonesAround(rows: readonly Row[]): string[] {
  return sentencesOf(rows).flatMap((said) => allTimes.exec(said)?.[1] ?? [])
}

const namesTimes = /\b(times?|timestamps?|hours|zone|timezone|tz)\b|\d ?[ap]\.?m\b|\d:\d\d/i

/** Returns the short lines that name another zone: 'Attendance (Central Time)', 'Report zone: UTC', '8 AM CST'. */
export function otherZonesAround(rows: readonly Row[], zone: string | null): string[] {
  return rows.flatMap(({ cells }, index) => {
    const said = cells.filter((cell, place) => cell !== '' && !isTyped(rows, index, place))
    const text = said.join(' ')
    const other = [text, ...zonesWithin(text)].map(zoneIn).find((named) => named !== undefined)
    return said.length <= 4 && other !== undefined && other !== zone ? [text] : []
  })
}

/** Returns the parts of a text that may name a zone. */
function zonesWithin(text: string): string[] {
  const inBrackets = [...text.matchAll(/[([]([^()[\]]+)[)\]]/g)].map(([, part = '']) => part)
  const [last = ''] = /[a-z]{3,}(?=\W*$)/i.exec(text) ?? []
  return [
    // 'Hartford (CT)' is in Connecticut, and 'Helena (MT)' in Montana.
    ...inBrackets.filter((part) => !/^[cm]t$/i.test(part)),
    ...(/\b(?:UTC|GMT|[ECMP][SD]T|AK[SD]T|HST)\b/.exec(text) ?? []),
    ...(/\b\w+(?: standard| daylight)? time\b/i.exec(text) ?? []),
    ...(/(?:\btimes?(?: are)?(?: in)?|\d ?[ap]\.?m\.?|:\d\d) ([cemp]t)\W*$/i.exec(text)?.slice(1) ?? []),
    ...(namesTimes.test(text) ? [last] : []),
  ]
}

/** Returns when the sessions began, by the lines around the sections. */
export function startsAround(rows: readonly Row[], readTime: TimeReader, zone: string | null): Date[] {
  return labeled(rows, startLabel).flatMap(({ value }) => readTime(value, zone).at ?? [])
}

/** Returns the one day in the lines above a list, or in its sheet's name; undefined without one, or with several. */
export function dayAround(
  rows: readonly Row[],
  { sheet = '', isDayFirst }: { sheet?: string | undefined; isDayFirst: boolean },
): PlainDate | undefined {
  const stated = [...labeled(rows, dayLabel), ...labeled(rows, startLabel)].flatMap(({ value }) =>
    daysIn(value),
  )
  const named = [...titlesOf(rows), sheet].flatMap(daysIn)
  const [day, ...others] = new Set(stated.length > 0 ? stated : named)
  return others.length === 0 ? (day ?? undefined) : undefined

  function daysIn(text: string): (PlainDate | null)[] {
    const whole = readDay(text, isDayFirst)
    if (whole) return [whole]
    const found = daysWithin(text, isDayFirst)
    // 'Feb 9 - Feb 10, 2027' names a second day, without its year.
    const isAlone = !namesOtherDay(wordsBesideDays(text, isDayFirst), found)
    return found.length === 0 || isAlone ? found : [...found, null]
  }
}

/** Returns the id of Zoom's webinar in the lines around the sections. */
export function webinarAround(rows: readonly Row[], kind: ReportKind): string | undefined {
  if (!kind.startsWith('zoom-')) return undefined
  const ids = labeled(rows, /^((webinar|meeting|meeting ?\/ ?webinar) )?id$/i)
  return ids.find(({ value }) => /^\d[\d -]{7,}$/.test(value))?.value
}

/** Returns the hosts' emails in the lines around the sections. */
export function hostsAround(rows: readonly Row[]): Set<string> {
  const hosts = labeled(rows, hostLabel).map(({ value }) => value)
  let isAboutHosts = false
  for (const row of rows) {
    const said = row.cells.filter((cell) => cell !== '')
    if (isSingle(row)) isAboutHosts = /^(host|organizer)s?( details| information)?:?$/i.test(said[0] ?? '')
    else if (isAboutHosts) hosts.push(...said)
  }
  // The list of a meeting names its host only as 'User Email'.
  const ofMeetings = rows.flatMap((row, place) =>
    row.cells.some((cell) => /^(meeting id|topic)$/i.test(cell)) ? rows.slice(place, place + 2) : [],
  )
  hosts.push(...labeled(ofMeetings, /^user e-?mail$/i).map(({ value }) => value))
  return new Set(hosts.filter((host) => /^\S+@\S+$/.test(host)).map(visibleEmail))
}

/** Returns the single-cell lines that are not under a label of typed text. */
function sentencesOf(rows: readonly Row[]) {
  return rows.flatMap((row, index) => {
    const said = isSingle(row) ? row.cells.find(Boolean) : undefined
    const above = rows[index - 1]
    const isUnder = above && isSingle(above) && above.cells.some((cell) => typed.test(cell))
    return said && !isUnder ? [said] : []
  })
}

/** Returns the short lines, which commas may have split into cells, without those about the file's creation. */
function titlesOf(rows: readonly Row[]) {
  return rows.flatMap(({ cells }, index) => {
    const said = cells.filter(Boolean)
    const near = [...said, ...(rows[index - 1]?.cells ?? [])]
    return said.length > 4 || near.some((cell) => madeLabel.test(cell)) ? [] : [said.join(', ')]
  })
}

/** Returns the cells around the sections that the program itself wrote. */
export function fieldsAround(rows: readonly Row[]): string[] {
  return rows.flatMap(({ cells }, index) => cells.filter((_, place) => !isTyped(rows, index, place)))
}

/** Returns the values after, under or right of the labels, without typed text. */
function labeled(rows: readonly Row[], pattern: RegExp): Labeled[] {
  return rows.flatMap(({ cells }, index) =>
    cells.flatMap((cell, place) => {
      const label = pattern.exec(cell)
      if (!label || isBeside(cells, place) || (isUnder(rows, index, place) && !areFields(rows, index)))
        return []
      return [label.groups?.value, rows[index + 1]?.cells[place], cells[place + 1]].flatMap((value) =>
        value ? [{ label, value }] : [],
      )
    }),
  )
}

/** Returns true if a cell is under or beside a label of typed text. */
function isTyped(rows: readonly Row[], index: number, place: number) {
  return isBeside(rows[index]?.cells ?? [], place) || isUnder(rows, index, place)
}

/** In a row of two cells, the first one is the other's label. In a longer one, all may be labels of the row below. */
function isBeside(cells: readonly string[], place: number) {
  return cells.filter(Boolean).length === 2 && typed.test(cells[place - 1] ?? '')
}

function isUnder(rows: readonly Row[], index: number, place: number) {
  return typed.test(rows[index - 1]?.cells[place] ?? '')
}

/** Returns true if a row and the one above have two cells each: a label and its value. */
function areFields(rows: readonly Row[], index: number) {
  return [index - 1, index].every((each) => rows[each]?.cells.filter(Boolean).length === 2)
}
