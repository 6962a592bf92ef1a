import { createHash } from 'node:crypto'
import type { ReadRow, UploadedAttendance } from '#contract/attendance/attendance-uploads/calls.ts'
import { visibleEmail } from '#contract/core/email-addresses.ts'
import type { ReadAnswer, Reading, ReadVisit } from './attendance-reading.ts'
import { evidenceOf, flawsWords, flawWords } from './attendance-reading.ts'

/** The most rows in an answer. */
const mostFirstRows = 20

/** The most rows that are named one by one for the same flaw. */
const mostAlike = 10

/** The most rows in one piece of JSON. A piece is stored in some milliseconds. */
const rowsAPiece = 2000

/**
 * A reading, ready to be stored and described. Its rows are pieces of JSON as bytes: a thread hands them over without a copy, and the
 * portal's own thread looks at none of 200,000 rows.
 */
export interface PreparedReading extends Omit<Reading, 'visits' | 'answers' | 'totals'> {
  visits: Uint8Array<ArrayBuffer>[]
  answers: Uint8Array<ArrayBuffer>[]
  totals: Uint8Array<ArrayBuffer>
  /** A hash of all rows. It does not depend on their order. */
  saidHash: Uint8Array
  /** The registrant ids and emails of its rows as one JSON list; null if no row has any. */
  named: Uint8Array<ArrayBuffer> | null
  described: Pick<UploadedAttendance, 'rows' | 'visits' | 'answers' | 'firstRows' | 'problems'>
}

/** Prepares a reading. Takes about a second for 200,000 rows, so those of a file are prepared in its thread. */
export function preparedOf(reading: Reading): PreparedReading {
  const { visits, answers } = reading
  const counted = evidenceOf(reading)
  return {
    ...reading,
    visits: piecesOf(visits),
    answers: piecesOf(answers),
    totals: bytesOf(reading.totals),
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
      problems: problemsOf([...visits, ...answers]),
    },
  }
}

/** Returns the memory that a thread can hand over. */
export function buffersOf({ visits, answers, totals, named }: PreparedReading): ArrayBuffer[] {
  return [...visits, ...answers, totals, ...(named ? [named] : [])].map(({ buffer }) => buffer)
}

function piecesOf(rows: readonly (ReadVisit | ReadAnswer)[]): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: Math.ceil(rows.length / rowsAPiece) }, (_, place) =>
    bytesOf(rows.slice(place * rowsAPiece, (place + 1) * rowsAPiece)),
  )
}

function bytesOf(content: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(content))
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

function namedIn(rows: readonly (ReadVisit | ReadAnswer)[]): Uint8Array<ArrayBuffer> | null {
  const named = new Set(rows.flatMap(({ registrantId, email }) => [registrantId, visibleEmail(email ?? '')]))
  const given = [...named].filter(Boolean)
  return given.length > 0 ? bytesOf(given) : null
}

/** Returns a sentence for each flaw, and only one for a flaw that many rows have. */
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
