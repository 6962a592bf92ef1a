import { createHash } from 'node:crypto'
import type { ReadRow, UploadedAttendance } from '#contract/attendance/attendance-uploads/calls.ts'
import { visibleEmail } from '#contract/core/email-addresses.ts'
import { readAttendanceFile } from './attendance-file.ts'
import type { ReadAnswer, Reading, ReadVisit, Unread } from './attendance-reading.ts'
import { evidenceOf, flawsWords, flawWords } from './attendance-reading.ts'
import type { SentWith } from './attendance-tables.ts'

/** The most rows in an answer. */
const mostFirstRows = 20

/** The most rows listed one by one for the same flaw. */
const mostAlike = 10

/** A reading, ready to be stored and described. Its rows are JSON, so that the portal's own thread hands them to the database as they are. */
export interface PreparedReading extends Omit<Reading, 'visits' | 'answers' | 'totals'> {
  visits: string
  answers: string
  totals: string
  /** A hash of all rows. It does not depend on their order. */
  saidHash: Uint8Array
  /** The registrant ids and emails of its rows as one JSON list; null if no row has any. */
  named: string | null
  described: Pick<UploadedAttendance, 'rows' | 'visits' | 'answers' | 'firstRows' | 'problems'>
}

/** Reads and prepares a file, in the thread for files. */
export async function prepareFile({
  bytes,
  sentWith,
}: {
  bytes: Uint8Array
  sentWith: SentWith
}): Promise<PreparedReading | Unread> {
  const reading = await readAttendanceFile(bytes, sentWith)
  return 'refused' in reading ? reading : preparedOf(reading)
}

/** Prepares a reading to be stored. */
export function preparedOf(reading: Reading): PreparedReading {
  const { visits, answers } = reading
  const counted = evidenceOf(reading)
  return {
    ...reading,
    visits: JSON.stringify(visits),
    answers: JSON.stringify(answers),
    totals: JSON.stringify(reading.totals),
    saidHash: saidHashOf(reading),
    named: namedIn([...visits, ...answers]),
    described: {
      rows: new Set([...visits, ...answers].map(({ sheet, line }) => `${sheet} ${line}`)).size,
      visits: counted.visits.length,
      answers: counted.answers.length,
      firstRows: [
        ...visits.slice(0, mostFirstRows).map(visitRow),
        ...answers.slice(0, mostFirstRows).map(answerRow),
      ].slice(0, mostFirstRows),
      problems: [
        ...(reading.notes ?? []).map((problem) => ({ line: null, problem })),
        ...problemsOf([...visits, ...answers]),
      ],
    },
  }
}

function saidHashOf({ visits, answers, totals }: Reading): Uint8Array {
  const said = [
    ...visits.map((it) => [
      it.registrantId,
      it.email,
      it.name,
      it.joinedAt,
      it.leftAt,
      it.role,
      it.medium,
      it.status,
      it.flaws,
    ]),
    ...answers.map((it) => [
      it.registrantId,
      it.email,
      it.name,
      it.question,
      it.answer,
      it.answeredAt,
      it.on,
      it.flaws,
      it.session,
      it.nth,
      'answer',
    ]),
    ...totals.map((it) => [it.registrantId, it.email, it.name, it.minutes, 'total']),
  ]
  const lines = said.map((each) => JSON.stringify(each)).sort()
  return createHash('sha256').update(lines.join('\n')).digest()
}

function namedIn(rows: readonly (ReadVisit | ReadAnswer)[]): string | null {
  const named = new Set(rows.flatMap(({ registrantId, email }) => [registrantId, visibleEmail(email ?? '')]))
  const given = [...named].filter(Boolean)
  return given.length > 0 ? JSON.stringify(given) : null
}

/** Returns a sentence per flaw, and only one for a flaw of many rows. */
function problemsOf(rows: readonly (ReadVisit | ReadAnswer)[]): UploadedAttendance['problems'] {
  const flawed = rows.flatMap(({ line, sheet, flaws }) => flaws.map((flaw) => ({ line, sheet, flaw })))
  const words = new Map<string, UploadedAttendance['problems'][number]>()
  for (const group of Map.groupBy(flawed, ({ flaw: { code, column } }) => `${code} ${column}`).values()) {
    const count = new Set(group.map(({ sheet, line }) => `${sheet} ${line}`)).size
    if (count > mostAlike) {
      const [{ line, flaw }] = group as [(typeof group)[number]]
      words.set(`${flaw.code} ${flaw.column}`, { line: null, problem: flawsWords(flaw, { count, line }) })
      continue
    }
    for (const { sheet, line, flaw } of group) {
      const problem = flawWords(flaw)
      words.set(`${sheet} ${line} ${problem}`, { line, problem })
    }
  }
  return [...words.values()].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

function visitRow({ line, name, email, role, status, joinedAt, leftAt }: ReadVisit): ReadRow {
  const as = status === 'present' ? (role === 'attendee' ? 'present' : role) : status
  return { line, name, email, as, from: joinedAt, to: leftAt }
}

function answerRow({ line, name, email, answeredAt }: ReadAnswer): ReadRow {
  return { line, name, email, as: 'answer', from: answeredAt, to: null }
}
