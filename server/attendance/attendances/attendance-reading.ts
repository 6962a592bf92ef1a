import { stayOf } from '#contract/attendance/attendances/rules.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { StatedTotal } from '#server/stored-json.ts'

/** The version of the readers. A reader that reads old bytes in another way gets the next one. */
export const readerVersion = 'reports-7'

/** The kinds of reports, in the words that an administrator sees. */
export const reportKinds = {
  'zoom-attendees': "Zoom's attendee report",
  'zoom-polls': 'a poll report',
  'goto-attendees': "GoTo Webinar's attendee report",
  'teams-attendees': "Microsoft Teams' attendance report",
  'webex-attendees': "Webex's attendance report",
  'meet-attendees': "Google Meet's attendance report",
  'connect-attendees': "Adobe Connect's attendance report",
  'bigbluebutton-attendees': "BigBlueButton's session data",
  list: 'a list of attendees',
  'zoom-answers': "Zoom's answers",
  'goto-answers': "GoTo Webinar's answers",
  'room-answers': "the built-in room's answers",
  'door-answers': 'the check-ins at the door',
} as const
export type ReportKind = keyof typeof reportKinds

/** Returns what a report of this kind is about, as it is stored. */
export function storedKind(kind: ReportKind): 'attendance' | 'polls' {
  return kind === 'zoom-polls' ? 'polls' : 'attendance'
}

/** Everything that a report says, by one version of the readers. */
export interface Reading {
  reader: string
  kind: ReportKind
  /** 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'xlsx' or 'json'. */
  encoding: string
  /** The separator of cells; null if there is none, as in a workbook. */
  separator: string | null
  /** The zone of times that name none. */
  zone: string | null
  /** The source of the zone: the file, each time itself, the caller, or nobody. With 'nobody', times are unreadable. */
  zoneFrom: 'file' | 'times' | 'caller' | 'nobody'
  /** The day of times that name none. */
  day: PlainDate | null
  /** The source of the day: a line above the table, each time itself or its row, the caller, or nobody. */
  dayFrom: 'file' | 'times' | 'caller' | 'nobody'
  /** The Eastern days that the report covers, earliest first. */
  days: PlainDate[]
  /** The id of Zoom's webinar, as a file names it. GoTo's files have another number than its API. */
  webinarId?: string | undefined
  visits: ReadVisit[]
  answers: ReadAnswer[]
  /** The minutes that the report states for each person in total; empty if it states none. */
  totals: StatedTotal[]
  /** Sentences about parts of the file that do not count. */
  notes?: string[]
}

/** The facts of readings that are not of a file: JSON whose times all have a zone and a day. */
export const ofJson: Omit<Reading, 'kind' | 'days' | 'visits' | 'answers'> = {
  reader: readerVersion,
  encoding: 'json',
  separator: null,
  zone: 'UTC',
  zoneFrom: 'file',
  day: null,
  dayFrom: 'times',
  totals: [],
}

/** Nothing at all could be read from a file: it is none of these reports. */
export interface Unread {
  refused: string
}

interface ReadRow {
  /** The line of the file or the row of the sheet, counted from 1; of an answer, the place in its list. */
  line: number
  /** The name of its sheet in a workbook. */
  sheet?: string
  registrantId: string | null
  email: string | null
  /** '' if the report does not say who it was. */
  name: string
  flaws: Flaw[]
}

export type Role = 'attendee' | 'panelist' | 'host'
export type Medium = 'online' | 'phone' | 'in-person'

/** One row of a report: a visit, or somebody who did not come. */
export interface ReadVisit extends ReadRow {
  role: Role
  /** null: not known. */
  medium: Medium | null
  /**
   * Only a 'present' person attends: 'waiting' is time in a waiting room, 'absent' a registrant who did not
   * come.
   */
  status: 'present' | 'waiting' | 'absent'
  /** null, like `leftAt`, if the row does not tell. */
  joinedAt: Date | null
  leftAt: Date | null
}

export interface ReadAnswer extends ReadRow {
  question: string
  answer: string
  answeredAt: Date | null
  /** The Eastern day; known for some answers without a time. */
  on: PlainDate | null
  /** The webinar platform's id of the answer's instance or session; null if the report does not name it. */
  session: string | null
  /** The number of the launch among those of the question in the session, counted from 1. */
  nth: number
}

/** Returns the visits and answers of a reading that count: of everybody but hosts, outside of the waiting room. */
export function evidenceOf({ visits, answers }: Pick<Reading, 'visits' | 'answers'>) {
  return {
    visits: visits.flatMap(({ registrantId, email, name, status, ...visit }) => {
      const stay = stayOf({ ...visit, isWaiting: status !== 'present' })
      return stay ? [{ registrantId, email, name, ...stay }] : []
    }),
    answers: answers
      .filter(({ question, answer }) => question !== '' && answer !== '')
      .map(({ registrantId, email, question, answer, answeredAt }) => ({
        registrantId,
        email,
        question,
        answer,
        answeredAt,
      })),
  }
}

/** A thing that is wrong with a row. The row is kept with its flaws. */
export interface Flaw {
  code:
    | 'no-time'
    | 'unreadable-time'
    | 'no-zone'
    | 'no-day'
    | 'left-before-joined'
    | 'did-not-attend'
    | 'broken-quotes'
  /** The column that is concerned; '' for the whole row. */
  column: string
  /** The text of its cell. */
  text: string
}

/** Says what is wrong with a row, as a sentence. */
export function flawWords(flaw: Flaw): string {
  return flaw.code === 'broken-quotes' ? 'The quotation marks of this line do not match.' : wordsOf(flaw, '')
}

/**
 * Says in one sentence what is wrong with many rows that share a flaw. `first`: the flaw of the first row.
 */
export function flawsWords(first: Flaw, { count, line }: { count: number; line: number }): string {
  const [rows, at] = [count, line].map((number) => number.toLocaleString('en-US'))
  return wordsOf(first, ` in ${rows} rows, first in line ${at}`)
}

function wordsOf({ code, column, text }: Flaw, where: string) {
  switch (code) {
    case 'no-time':
      return `'${column}' is missing${where}.`
    case 'unreadable-time':
      return `'${column}' is no date and time${where}: '${text}'.`
    case 'no-zone':
      return `'${column}' is in no known time zone${where}: '${text}'.`
    case 'no-day':
      return `'${column}' has no date${where}: '${text}'.`
    case 'left-before-joined':
      return `'Leave Time' is before 'Join Time'${where}.`
    case 'did-not-attend':
      return `'${column}' is '${text}'${where}, so the times do not count.`
    case 'broken-quotes':
      return `The quotation marks do not match${where}.`
  }
}
