import type { ReadRow, UploadedAttendance } from '#contract/attendances/calls.ts'
import { slotDays } from '#contract/slots/times.ts'
import { getSlot } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { evidenceOf } from './attendance-matching.ts'
import type { ReadAnswer, Reading, ReadVisit, Unread } from './attendance-reading.ts'
import { flawWords, reportKinds } from './attendance-reading.ts'
import { keepReport } from './attendance-reports.ts'

/** The most problems, and the most rows, in an answer. */
const mostProblems = 100
const mostRows = 20

interface Upload {
  eventSlotId: number
  file: Buffer
  fileName: string
  reading: Reading | Unread
  zone: string | undefined
  isPreview: boolean
}

/** Stores an uploaded report. A preview, an unread file or one without a time zone changes nothing. Refuses with SLOT_NOT_FOUND. */
export async function uploadReport(
  work: Work,
  { eventSlotId, file, fileName, reading, zone, isPreview }: Upload,
): Promise<UploadedAttendance> {
  const slot = await getSlot(work.tx, eventSlotId)
  const understood = understoodOf(reading)
  const isDated = 'days' in reading && reading.zoneFrom !== 'nobody'
  if (isDated && !slotDays(slot).some(({ on }) => reading.days.includes(on))) {
    const problem = 'This report covers no day of this time slot, so it does not count.'
    understood.problems.unshift({ line: null, problem })
  }
  if ('refused' in reading || reading.zoneFrom === 'nobody' || isPreview) return understood
  const received = { sources: [], file, originName: fileName, timeZone: zone }
  const kept = await keepReport(work, { slot, reading, origin: 'upload', ...received })
  return { ...understood, ...kept }
}

function understoodOf(reading: Reading | Unread): UploadedAttendance {
  const nothing = { reportId: null, isNew: false, firstRows: [], days: [], rows: 0, visits: 0, answers: 0 }
  if ('refused' in reading) {
    const unread = { kind: null, about: '', timeZone: null, asksForZone: false }
    return { ...nothing, ...unread, problems: [{ line: null, problem: reading.refused }] }
  }
  const { kind, zone, zoneFrom, days, visits, answers } = reading
  const counted = evidenceOf(reading)
  return {
    ...nothing,
    kind: kind === 'zoom-polls' ? 'polls' : 'attendance',
    about: reportKinds[kind],
    ...{ timeZone: zone, days, asksForZone: zoneFrom === 'caller' || zoneFrom === 'nobody' },
    rows: new Set([...visits, ...answers].map(({ sheet, line }) => `${sheet} ${line}`)).size,
    ...{ visits: counted.visits.length, answers: counted.answers.length },
    firstRows: [...visits.map(visitRow), ...answers.map(answerRow)].slice(0, mostRows),
    problems: problemsOf(reading),
  }
}

function problemsOf({ zoneFrom, visits, answers }: Reading): UploadedAttendance['problems'] {
  if (zoneFrom === 'nobody') {
    return [{ line: null, problem: 'This file names no time zone. Please say in which zone its times are.' }]
  }
  const words = new Map<string, UploadedAttendance['problems'][number]>()
  for (const { line, sheet, flaws } of [...visits, ...answers]) {
    for (const flaw of flaws) {
      const problem = flawWords(flaw)
      words.set(`${sheet} ${line} ${problem}`, { line, problem })
    }
    if (words.size >= mostProblems) break
  }
  return [...words.values()].slice(0, mostProblems)
}

function visitRow({ line, name, email, role, status, joinedAt, leftAt }: ReadVisit): ReadRow {
  const as = status === 'present' ? (role === 'attendee' ? 'present' : role) : status
  return { line, name, email, as, from: joinedAt, to: leftAt }
}

function answerRow({ line, name, email, answeredAt }: ReadAnswer): ReadRow {
  return { line, name, email, as: 'answer', from: answeredAt, to: null }
}
