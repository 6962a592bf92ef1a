import { subjectOfReport } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { ReportProblem, UploadedAttendance } from '#contract/attendance/attendance-uploads/calls.ts'
import { attendanceDayField } from '#contract/attendance/attendance-uploads/calls.ts'
import {
  elsewhereWords,
  outsideWords,
  repeatedWords,
  strayWords,
  uncoveredWords,
  unknownWords,
} from '#contract/attendance/attendance-uploads/comparison-words.ts'
import { withFacts, withOlderVersions } from '#contract/attendance/attendances/reports.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { decideAttendance } from '#server/attendance/attendance-decisions/attendance-decisions.ts'
import type { StoredReport } from '#server/attendance/attendances/attendance-evidence.ts'
import type { PreparedReading } from '#server/attendance/attendances/attendance-preparing.ts'
import type { Unread } from '#server/attendance/attendances/attendance-reading.ts'
import { reportKinds, storedKind } from '#server/attendance/attendances/attendance-reading.ts'
import { keepReport } from '#server/attendance/attendances/attendance-reports.ts'
import type { SentWith } from '#server/attendance/attendances/attendance-tables.ts'
import { findCovers, findReports } from '#server/attendance/attendances/queries.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { digitsOf, findElsewhere, findStrays } from './attendance-upload-elsewhere.ts'
import { findUnknown } from './attendance-upload-known.ts'
import { notesOn, problemOf, stillAside } from './attendance-upload-notes.ts'
import { namesSomebody } from './attendance-upload-people.ts'

interface Upload {
  eventSlotId: number
  file: Buffer
  fileName: string
  reading: PreparedReading | Unread
  sentWith: SentWith
  /** Accepts a file of another webinar. */
  isConfirmed?: boolean
  /** The earlier reports to set aside in the same step. */
  setsAside?: readonly number[]
  /** Compares the report with those that count. */
  isCompared?: boolean
}

/**
 * Stores an uploaded report, and sets the given earlier reports aside. Only a preview says what the report
 * adds. Nothing changes for an unreadable file, one that needs a time zone or a day, or an unconfirmed one of
 * another webinar. Refuses with SLOT_NOT_FOUND, and with SUBJECT_UNKNOWN an earlier report that the slot does
 * not have.
 */
export async function uploadAttendance(work: Work, upload: Upload): Promise<UploadedAttendance> {
  const { eventSlotId, reading, sentWith, isConfirmed = false, setsAside = [] } = upload
  const slot = await getSlot(work.tx, eventSlotId)
  if (sentWith.day && !slotDays(slot).some(({ on }) => on === sentWith.day)) {
    refuseFields({ [attendanceDayField]: 'This is no day of the time slot' })
  }
  const understood = understoodOf(reading, slot)
  if ('refused' in reading || !isTimed(reading)) return understood
  const other = await otherWebinar(work.tx, slot, reading)
  const isOfOtherWebinar = other !== undefined
  if (other && !isConfirmed) {
    return { ...understood, isOfOtherWebinar, problems: [problemOf(other), ...understood.problems] }
  }
  const { kept, ...stored } = await storeUpload(work, slot, { ...upload, reading })
  if (setsAside.length > 0) await setReportsAside(work, eventSlotId, setsAside, upload.fileName)
  const doubts = [...(other ? [problemOf(other)] : []), ...stored.problems]
  return {
    ...understood,
    ...kept,
    ...stored,
    isOfOtherWebinar,
    problems: [...doubts, ...understood.problems],
  }
}

/** Returns how a file is read and what it adds. The caller rolls back everything. */
export async function previewReport(work: Work, upload: Upload): Promise<UploadedAttendance> {
  const seen = await uploadAttendance(work, { ...upload, setsAside: [], isConfirmed: true, isCompared: true })
  return { ...seen, reportId: null, isNew: false }
}

async function storeUpload(
  work: Work,
  slot: Slot,
  { file, fileName, reading, sentWith, isCompared = false }: Upload & { reading: PreparedReading },
) {
  const { zone, zoneWins = false, day } = sentWith
  const received = { instance: null, sources: [], file, originName: fileName }
  const choices = { timeZone: zone, zoneWins, timesOn: day }
  const kept = await keepReport(work, { slot, reading, origin: 'upload', ...received, ...choices })
  const now = work.clock()
  const reports = await findReports(work.tx, slot.eventSlotId)
  const report = reports.find(({ reportId }) => reportId === kept.reportId)
  if (!report) return { kept, covers: [], adds: [], problems: [] }
  const covers = (await findCovers(work.tx, slot, report.readingId)).get(report.readingId) ?? []
  const aside = stillAside(report, now)
  if (!kept.isNew) {
    return { kept, covers, adds: aside.length > 0 ? [] : [repeatedWords(report, now)], problems: aside }
  }
  const doubts = await doubtsAbout(work.tx, slot, reading, { report, covers, isCompared, now })
  const notes = isCompared ? await notesOn(work.tx, slot, kept.reportId, now) : { adds: [], problems: aside }
  return { kept, covers, adds: notes.adds, problems: [...doubts, ...notes.problems] }
}

interface Doubted {
  report: StoredReport
  covers: readonly string[]
  isCompared: boolean
  now: Date
}

/** Returns why a report may be of something else. It is still stored: an administrator may know better. */
async function doubtsAbout(
  db: Db,
  slot: Slot,
  { named, webinarId }: PreparedReading,
  { report, covers, isCompared, now }: Doubted,
): Promise<ReportProblem[]> {
  const { days, readingId, visits } = report
  const isCovering = covers.length > 0 || (visits === 0 && slotDays(slot).some(({ on }) => days.includes(on)))
  const elsewhere = isCompared ? await findElsewhere(db, slot, { readingId, days, webinarId }) : undefined
  const looksLike = elsewhere && {
    ...problemOf(elsewhereWords(elsewhere.slot, elsewhere.reason)),
    slot: elsewhere.slot,
  }
  const strays = elsewhere === undefined && isCovering ? await findStrays(db, slot, readingId) : undefined
  const isStrange = named && !looksLike && !(await namesSomebody(db, slot, named))
  const unknown =
    isCompared && isCovering && !looksLike && !isStrange ? await findUnknown(db, slot, readingId) : undefined
  return [
    ...(isCovering ? [] : [problemOf(uncoveredWords)]),
    ...(looksLike ? [looksLike] : []),
    ...(elsewhere === null && isCovering ? [problemOf(outsideWords)] : []),
    ...(strays ? [problemOf(strayWords(strays.people, strays.first, now))] : []),
    ...(isStrange
      ? [problemOf('No one in this report is registered for this event. It may be from another webinar.')]
      : []),
    ...(unknown ? [problemOf(unknownWords(unknown))] : []),
  ]
}

/** Says that a file names another webinar than the slot's; undefined if not. */
async function otherWebinar(db: Db, slot: Slot, { webinarId }: PreparedReading): Promise<string | undefined> {
  if (!webinarId || !slot.webinarId) return undefined
  const fetched = await db
    .selectFrom('attendanceReports')
    .select('webinarId')
    .distinct()
    .where('eventSlotId', '=', slot.eventSlotId)
    .where('origin', '=', 'platform')
    .execute()
  const own = [slot.webinarId, ...fetched.flatMap((report) => report.webinarId ?? [])]
  if (own.some((each) => digitsOf(each) === digitsOf(webinarId))) return undefined
  return `This report is of the webinar ${webinarId}. This time slot has the webinar ${slot.webinarId}.`
}

/** Sets earlier reports aside, with the versions that would replace them. Refuses with SUBJECT_UNKNOWN. */
async function setReportsAside(
  work: Work,
  eventSlotId: number,
  reportIds: readonly number[],
  fileName: string,
) {
  const reports = (await findReports(work.tx, eventSlotId)).map(withFacts).toReversed()
  const named = reportIds.flatMap((id) => {
    const report = reports.find(({ reportId }) => reportId === id)
    if (!report) throw new Refusal('SUBJECT_UNKNOWN')
    return withOlderVersions(reports, report)
  })
  const subjects = [...new Set(named.map(({ sha256 }) => subjectOfReport(sha256)))]
  await decideAttendance(work, {
    eventSlotId,
    act: 'set-aside',
    registrationIds: [],
    reason: `Replaced by ${fileName}`,
    subjects: subjects.map((subject) => ({ subject })),
  })
}

/** Returns true if a report's times are instants: their zone and day are known. */
function isTimed({ zoneFrom, dayFrom }: PreparedReading) {
  return zoneFrom !== 'nobody' && dayFrom !== 'nobody'
}

function understoodOf(reading: PreparedReading | Unread, slot: Slot): UploadedAttendance {
  const nothing = {
    reportId: null,
    isNew: false,
    firstRows: [],
    days: [],
    rows: 0,
    visits: 0,
    answers: 0,
    covers: [],
    adds: [],
    isOfOtherWebinar: false,
  }
  if ('refused' in reading) {
    const unread = { kind: null, about: '', timeZone: null, asksForZone: false }
    return { ...nothing, ...unread, problems: [{ line: null, problem: reading.refused }] }
  }
  const { kind, zone, zoneFrom, day, dayFrom, days, described } = reading
  const asked = slotDays(slot).map(({ on }) => on)
  return {
    ...nothing,
    ...described,
    kind: storedKind(kind),
    about: reportKinds[kind],
    timeZone: zone,
    days,
    asksForZone: zoneFrom === 'caller' || zoneFrom === 'nobody',
    ...(dayFrom !== 'times' && { askedDays: asked, ...(day && { day }) }),
    problems: isTimed(reading)
      ? described.problems
      : [...(zoneFrom === 'nobody' ? [unzoned] : []), ...(dayFrom === 'nobody' ? [undated] : [])],
  }
}

const unzoned = {
  line: null,
  problem: 'This file names no time zone. Please say in which zone its times are.',
}

const undated = {
  line: null,
  problem: 'The times in this file have no dates. Please choose the day of this time slot on which they are.',
}
