import { createHash } from 'node:crypto'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { readAttendanceAnswers } from '#server/attendance/attendances/attendance-answers.ts'
import { countedRows, saysAnything, setAsideOf } from '#server/attendance/attendances/attendance-choice.ts'
import { readAttendanceFile } from '#server/attendance/attendances/attendance-file.ts'
import { evidenceOf } from '#server/attendance/attendances/attendance-reading.ts'
import { sentWith } from '#server/attendance/attendances/attendance-sent.ts'
import type { AttendanceSource } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Counted } from '#server/counting/credit-findings/credit-finding-counting.ts'
import { countEvent } from '#server/counting/credit-findings/credit-finding-counting.ts'
import type { EventCounting } from './inspection-records.ts'

type CountedSlot = EventCounting['slots'][number]

/** Counts everyone at an event again from its reports' bytes, as the portal does. Needs no database. */
export async function countAgain(
  { slots, people, identities }: EventCounting,
  figuresOf: (rule: string) => Figures,
  bytesOf: (path: string) => Buffer,
): Promise<Counted[]> {
  const bases = []
  for (const slot of slots)
    bases.push({ ...slot, ...(await rowsOf(slot, bytesOf)), figures: figuresOf(slot.rule) })
  const { counted } = await countEvent({
    identities,
    people: people.map(({ person, ...rest }) => ({ ...rest, userId: String(person), name: '' })),
    slots: bases,
  })
  return counted
}

const byCode = { on: null, source: 'code' } as const

/** Returns a slot's rows that count, and the decisions about them. */
async function rowsOf(slot: CountedSlot, bytesOf: (path: string) => Buffer) {
  const decisions = new Map(slot.decisions.map((decision) => [decision.subject, decision]))
  const reports = []
  for (const report of slot.reports) {
    const read = await readReport(report, bytesOf(report.file), slot.decisions)
    if (read && saysAnything(read)) reports.push(read)
  }
  const rows = await countedRows({ ...slot.time, isInPerson: slot.isInPerson }, slot.others, reports)
  return {
    decisions,
    rows,
    totals: rows.counting.flatMap(({ reportId, totals }) => totals.map((total) => ({ ...total, reportId }))),
    codes: {
      asked: slot.codes.asked.map((asked) => ({ ...asked, ...byCode })),
      answers: slot.codes.answers.map((answer) => ({ ...answer, ...byCode })),
    },
  }
}

/** Reads a received report; undefined if the readers can't. */
async function readReport(
  { reportId, file, origin, instance, ...sent }: CountedSlot['reports'][number],
  bytes: Buffer,
  decisions: CountedSlot['decisions'],
) {
  const reading =
    origin !== 'upload' && file.endsWith('.json')
      ? readAttendanceAnswers(JSON.parse(bytes.toString()) as AttendanceSource[])
      : await readAttendanceFile(bytes, { ...sentWith(sent), isStored: true })
  if ('refused' in reading) return undefined
  const { visits, answers } = evidenceOf(reading)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    reportId,
    origin,
    instance,
    sha256,
    days: reading.days,
    totals: reading.totals,
    visits: visits.length,
    answers: answers.length,
    setAside: setAsideOf(decisions, sha256),
    rows: {
      visits: reading.visits,
      answers: reading.answers.map(({ on, ...answer }) => ({ ...answer, answeredOn: on })),
    },
  }
}
