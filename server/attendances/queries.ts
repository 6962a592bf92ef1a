import { sql } from 'kysely'
import type {
  AccountAttendance,
  AttendanceReport,
  Attendee,
  SlotAttendance,
} from '#contract/attendances/calls.ts'
import { isStayAt, nextFetchAt } from '#contract/attendances/rules.ts'
import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db, Services } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'
import { findSlot, getSlot } from '#server/slots/queries.ts'
import { nameOfUser } from '#server/users/queries.ts'
import type { RegisteredPerson } from './attendance-matching.ts'
import { matchAttendance } from './attendance-matching.ts'

/** Tells whether an administrator has requested a report since the webinar platform last answered. */
export function isWanted({ wantedAt, askedAt }: { wantedAt: Date | null; askedAt: Date | null }): boolean {
  return wantedAt !== null && (askedAt === null || askedAt < wantedAt)
}

/** Returns a slot's attendance by the newest report. Refuses with SLOT_NOT_FOUND. */
export async function findSlotAttendance(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  eventSlotId: number,
): Promise<SlotAttendance> {
  const found = await getSlot(db, eventSlotId)
  const { eventId, eventName, webinarId, startOn, endOn, startTime, endTime } = found
  const slot = { startOn, endOn, startTime, endTime }
  const [reports, fetch] = await Promise.all([
    findReports(db, eventSlotId),
    db
      .selectFrom('attendanceFetches')
      .select(['wantedAt', 'askedAt', 'problem'])
      .where('eventSlotId', '=', eventSlotId)
      .executeTakeFirst(),
  ])
  const shown = { visitsOf: newestWith('visits', reports), answersOf: newestWith('answers', reports) }
  return {
    ...{ eventId, eventName, slot, webinarId },
    reports: reports.map((report) => ({
      ...report,
      isShown: Object.values(shown).includes(report.reportId),
    })),
    fetching: {
      isRunning: webinarId !== null && fetch !== undefined && isWanted(fetch),
      askedAt: fetch?.askedAt ?? null,
      problem: fetch?.problem ?? '',
      nextAt: webinarId === null ? null : nextFetchAt(slot, clock()),
    },
    people: shown.visitsOf === undefined ? [] : await findPeople(db, found, shown),
  }
}

/** Returns a person's visits to their slots with reports, latest first. */
export async function findAttendancesOf(db: Db, userId: string): Promise<AccountAttendance[]> {
  const registrations = await db
    .selectFrom('registrations')
    .innerJoin('attendanceReports', 'attendanceReports.eventSlotId', 'registrations.eventSlotId')
    .select(['registrationId', 'registrations.eventSlotId'])
    .select([
      newestHaving('attendance_visits').as('visitsOf'),
      newestHaving('attendance_answers').as('answersOf'),
    ])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .groupBy(['registrationId', 'registrations.eventSlotId'])
    .execute()
  const attendances = await Promise.all(
    registrations.map(async ({ registrationId, eventSlotId, visitsOf, answersOf }) => {
      if (visitsOf === null) return []
      const slot = await findSlot(db, eventSlotId)
      const shown = { visitsOf, answersOf: answersOf ?? undefined }
      const person = slot && (await findPerson(db, slot, shown, registrationId))
      if (!slot || !person) return []
      const { eventName, startOn, endOn, startTime, endTime } = slot
      const time = { startOn, endOn, startTime, endTime }
      const { minutes, visits, answers } = person
      return [{ registrationId, eventSlotId, eventName, ...time, minutes, visits, answers }]
    }),
  )
  return attendances.flat().sort((a, b) => b.startOn.localeCompare(a.startOn))
}

/** Returns the sources of a report. Refuses with ATTENDANCE_NOT_FOUND. */
export async function getSources(db: Db, reportId: number) {
  const report = await db
    .selectFrom('attendanceReports')
    .select(['sources', 'file', 'originName'])
    .where('attendanceReportId', '=', reportId)
    .executeTakeFirst()
  if (!report) throw new Refusal('ATTENDANCE_NOT_FOUND')
  return report
}

/** The newest reports that say something: about visits, and about answers. */
interface Shown {
  visitsOf: number | undefined
  answersOf: number | undefined
}

type StoredReport = Omit<AttendanceReport, 'isShown'>

function newestWith(what: 'visits' | 'answers', reports: readonly StoredReport[]): number | undefined {
  return reports.find((report) => report[what] > 0)?.reportId
}

function newestHaving(table: 'attendance_visits' | 'attendance_answers') {
  return sql<number | null>`max(attendance_report_id) filter (where exists (
    select from ${sql.table(table)} said where said.attendance_report_id = attendance_reports.attendance_report_id))`
}

async function findReports(db: Db, eventSlotId: number): Promise<StoredReport[]> {
  const reports = await db
    .selectFrom('attendanceReports as report')
    .leftJoin('users', 'users.userId', 'uploadedBy')
    .select(['attendanceReportId as reportId', 'origin', 'originName', 'receivedAt', 'users.email'])
    .select(nameOfUser.as('name'))
    .select((row) => [
      row
        .selectFrom('attendanceVisits as visit')
        .select(({ fn }) => fn.countAll<number>().as('visits'))
        .whereRef('visit.attendanceReportId', '=', 'report.attendanceReportId')
        .as('visits'),
      row
        .selectFrom('attendanceAnswers as answer')
        .select(({ fn }) => fn.countAll<number>().as('answers'))
        .whereRef('answer.attendanceReportId', '=', 'report.attendanceReportId')
        .as('answers'),
    ])
    .where('eventSlotId', '=', eventSlotId)
    .orderBy('attendanceReportId', 'desc')
    .execute()
  // A report without visits and answers says nothing: the webinar was not held yet, or its report is not written.
  return reports.flatMap(({ name, email, visits, answers, ...report }) =>
    visits || answers
      ? [{ ...report, visits: visits ?? 0, uploadedBy: name || email, answers: answers ?? 0 }]
      : [],
  )
}

/** Matches on each display: registrations move, emails change and accounts merge, and the report stays the same. */
async function findPeople(db: Db, slot: Slot, shown: Shown): Promise<Attendee[]> {
  const [registered, evidence] = await Promise.all([findRegistered(db, slot), findEvidence(db, slot, shown)])
  return matchAttendance(registered, evidence)
}

/**
 * Matches one registration. Reads the rows with its registrant id or emails, and the registrations that could claim the same
 * rows. The result equals that of `findPeople`.
 */
async function findPerson(db: Db, slot: Slot, shown: Shown, registrationId: number) {
  const [own] = await findRegistered(db, slot, sql`registrations.registration_id = ${registrationId}`)
  if (!own) return undefined
  const evidenceOf = (emails: string[]) =>
    findEvidence(
      db,
      slot,
      shown,
      sql`(registrant_id = ${own.registrantId} or lower(trim(email)) = any(${emails}::text[]))`,
    )
  // An answer may have only an email, which only the visits connect with the registrant id.
  const { visits } = await evidenceOf(own.emails)
  const emails = [...own.emails, ...visits.map(({ email }) => comparedEmail(email ?? ''))]
  const evidence = await evidenceOf(emails)
  const registrantIds = [...evidence.visits, ...evidence.answers].map((each) => each.registrantId)
  const registered = await findRegistered(
    db,
    slot,
    sql`(registrant_id = any(${[own.registrantId, ...registrantIds]}::text[])
      or users.email = any(${emails}::text[]) or lower(told.email) = any(${emails}::text[])
      or registrations.registration_id = ${registrationId})`,
  )
  return matchAttendance(registered, evidence).find((each) => each.registrationId === registrationId)
}

/** Returns the visits and answers of the shown reports that belong to a slot: all, or those that `which` selects. */
async function findEvidence(db: Db, slot: Slot, { visitsOf, answersOf }: Shown, which = sql`true`) {
  const condition = sql<boolean>`${which}`
  const [others, visits, answers] = await Promise.all([
    findOthers(db, slot),
    db
      .selectFrom('attendanceVisits')
      .select(['registrantId', 'email', 'name', 'joinedAt', 'leftAt'])
      .where('attendanceReportId', '=', visitsOf ?? 0)
      .where(condition)
      .orderBy('place')
      .execute(),
    db
      .selectFrom('attendanceAnswers')
      .select(['registrantId', 'email', 'question', 'answer', 'answeredAt'])
      .where('attendanceReportId', '=', answersOf ?? 0)
      .where(condition)
      .orderBy('place')
      .execute(),
  ])
  return {
    visits: visits.filter((visit) => isStayAt(slot, others, visit)),
    answers: answers.filter(
      ({ answeredAt }) =>
        answeredAt === null || isStayAt(slot, others, { joinedAt: answeredAt, leftAt: answeredAt }),
    ),
  }
}

/** Returns the people registered for a slot, or those that `which` selects. */
async function findRegistered(
  db: Db,
  { eventSlotId, webinarId }: Slot,
  which = sql`true`,
): Promise<RegisteredPerson[]> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .leftJoin('webinarRegistrants as told', (join) =>
      join
        .onRef('told.registrationId', '=', 'registrations.registrationId')
        .on('told.webinarId', '=', webinarId ?? ''),
    )
    .select(['registrations.registrationId', 'users.userId', 'users.email', 'told.email as toldEmail'])
    .select(['registrantId', nameOfUser.as('name')])
    .where('eventSlotId', '=', eventSlotId)
    .where('cancelledAt', 'is', null)
    .where(sql<boolean>`${which}`)
    .orderBy(sql`lower(users.last_name || ' ' || users.first_name)`)
    .orderBy('registrations.registrationId')
    .execute()
  return rows.map(({ toldEmail, ...person }) => {
    const emails = [person.email, toldEmail ?? person.email].map(comparedEmail)
    return { ...person, emails: [...new Set(emails)] }
  })
}

/** Returns the other slots that share the webinar. */
async function findOthers(db: Db, { eventSlotId, webinarId }: Slot): Promise<SlotTime[]> {
  if (webinarId === null) return []
  return db
    .selectFrom('eventSlots')
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .where('webinarId', '=', webinarId)
    .where('eventSlotId', '<>', eventSlotId)
    .where('deletedAt', 'is', null)
    .execute()
}
