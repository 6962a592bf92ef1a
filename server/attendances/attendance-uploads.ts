import type { UploadedAttendance } from '#contract/attendances/calls.ts'
import { slotDays } from '#contract/slots/times.ts'
import type { Db } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'
import { getSlot } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { namesSomebody } from './attendance-named.ts'
import type { PreparedReading } from './attendance-preparing.ts'
import type { Unread } from './attendance-reading.ts'
import { reportKinds } from './attendance-reading.ts'
import { keepReport } from './attendance-reports.ts'

interface Upload {
  eventSlotId: number
  file: Buffer
  fileName: string
  reading: PreparedReading | Unread
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
  if ('refused' in reading) return understood
  const doubts = await doubtsAbout(work.tx, slot, reading)
  const problems = [...doubts.map((problem) => ({ line: null, problem })), ...understood.problems]
  if (reading.zoneFrom === 'nobody' || isPreview) return { ...understood, problems }
  const received = { instance: null, sources: [], file, originName: fileName, timeZone: zone }
  const kept = await keepReport(work, { slot, reading, origin: 'upload', ...received })
  return { ...understood, problems, ...kept }
}

/** Returns the reasons why a report may be of something else. It is still stored: an administrator may know better. */
async function doubtsAbout(db: Db, slot: Slot, reading: PreparedReading): Promise<string[]> {
  const { days, named, webinarId, zoneFrom } = reading
  const doubts: string[] = []
  if (zoneFrom !== 'nobody' && !slotDays(slot).some(({ on }) => days.includes(on))) {
    doubts.push('This report covers no day of this time slot, so it does not count.')
  }
  if (webinarId && slot.webinarId && digitsOf(webinarId) !== digitsOf(slot.webinarId)) {
    doubts.push(
      `This report is of the webinar ${webinarId}. This time slot has the webinar ${slot.webinarId}.`,
    )
  }
  if (named && !(await namesSomebody(db, slot, named))) {
    doubts.push('No one in this report is registered for this event. It may be from another webinar.')
  }
  return doubts
}

function digitsOf(webinarId: string): string {
  return webinarId.replaceAll(/\D/g, '')
}

function understoodOf(reading: PreparedReading | Unread): UploadedAttendance {
  const nothing = { reportId: null, isNew: false, firstRows: [], days: [], rows: 0, visits: 0, answers: 0 }
  if ('refused' in reading) {
    const unread = { kind: null, about: '', timeZone: null, asksForZone: false }
    return { ...nothing, ...unread, problems: [{ line: null, problem: reading.refused }] }
  }
  const { kind, zone, zoneFrom, days, described } = reading
  return {
    ...{ ...nothing, ...described },
    kind: kind === 'zoom-polls' ? 'polls' : 'attendance',
    about: reportKinds[kind],
    ...{ timeZone: zone, days, asksForZone: zoneFrom === 'caller' || zoneFrom === 'nobody' },
    problems: zoneFrom === 'nobody' ? [unzoned] : described.problems,
  }
}

const unzoned = {
  line: null,
  problem: 'This file names no time zone. Please say in which zone its times are.',
}
