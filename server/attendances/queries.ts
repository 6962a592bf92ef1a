import { sql } from 'kysely'
import type { AccountAttendance, Attendee, SlotAttendance } from '#contract/attendances/calls.ts'
import { nextFetchAt } from '#contract/attendances/rules.ts'
import { comparedEmail } from '#contract/core/email-addresses.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db, Services } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'
import { findSlot, getSlot } from '#server/slots/queries.ts'
import { nameOfUser } from '#server/users/queries.ts'
import type { StoredReport } from './attendance-evidence.ts'
import { findEvidence, sourcesOf } from './attendance-evidence.ts'
import type { RegisteredPerson } from './attendance-matching.ts'
import { matchAttendance } from './attendance-matching.ts'
import { newestReading } from './attendance-readings.ts'

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
  const days = sourcesOf(found, reports)
  const shown = new Set(days.flatMap(({ visits, answers }) => [...visits, ...answers]))
  return {
    ...{ eventId, eventName, slot, webinarId },
    reports: reports.map(({ readingId: _, ...report }) => ({
      ...report,
      isShown: shown.has(report.reportId),
    })),
    days,
    fetching: {
      isRunning: webinarId !== null && fetch !== undefined && isWanted(fetch),
      askedAt: fetch?.askedAt ?? null,
      problem: fetch?.problem ?? '',
      nextAt: webinarId === null ? null : nextFetchAt(slot, clock()),
    },
    people: days.some(({ visits }) => visits.length > 0) ? await findPeople(db, found, reports) : [],
  }
}

/** Returns a person's visits to their slots with reports, latest first. */
export async function findAttendancesOf(db: Db, userId: string): Promise<AccountAttendance[]> {
  const registrations = await db
    .selectFrom('registrations')
    .select(['registrationId', 'registrations.eventSlotId'])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attendanceReports').whereRef(
          'attendanceReports.eventSlotId',
          '=',
          'registrations.eventSlotId',
        ),
      ),
    )
    .execute()
  const attendances = await Promise.all(
    registrations.map(async ({ registrationId, eventSlotId }) => {
      const [slot, reports] = await Promise.all([findSlot(db, eventSlotId), findReports(db, eventSlotId)])
      if (!slot || sourcesOf(slot, reports).every(({ visits }) => visits.length === 0)) return []
      const person = await findPerson(db, slot, reports, registrationId)
      if (!person) return []
      const { eventName, startOn, endOn, startTime, endTime } = slot
      const time = { startOn, endOn, startTime, endTime }
      const { minutes, visits, answers } = person
      return [{ registrationId, eventSlotId, eventName, ...time, minutes, visits, answers }]
    }),
  )
  return attendances.flat().sort((a, b) => b.startOn.localeCompare(a.startOn))
}

/** Returns the bytes of a report as received. Refuses with ATTENDANCE_NOT_FOUND. */
export async function getSources(db: Db, reportId: number) {
  const report = await db
    .selectFrom('attendanceReports')
    .select(['originName', sql<Buffer>`received_bytes(file, sources)`.as('bytes')])
    .select((row) => row('file', 'is not', null).as('isFile'))
    .where('attendanceReportId', '=', reportId)
    .executeTakeFirst()
  if (!report) throw new Refusal('ATTENDANCE_NOT_FOUND')
  return report
}

/** Returns an uploaded file. Refuses with ATTENDANCE_NOT_FOUND, and with ZONE_NAMED for an answer of the webinar platform. */
export async function getUploaded(db: Db, reportId: number) {
  const report = await db
    .selectFrom('attendanceReports')
    .select(['eventSlotId', 'file', 'originName as fileName'])
    .where('attendanceReportId', '=', reportId)
    .executeTakeFirst()
  if (!report) throw new Refusal('ATTENDANCE_NOT_FOUND')
  if (!report.file) throw new Refusal('ZONE_NAMED')
  return { ...report, file: report.file }
}

/** Returns a slot's reports with their newest readings, newest first. */
export async function findReports(db: Db, eventSlotId: number): Promise<StoredReport[]> {
  const reports = await db
    .selectFrom('attendanceReports as report')
    .innerJoinLateral(newestReading, (join) => join.onTrue())
    .leftJoin('users', 'users.userId', 'uploadedBy')
    .select(['report.attendanceReportId as reportId', 'attendanceReadingId as readingId'])
    .select(['origin', 'originName', 'receivedAt', 'users.email', nameOfUser.as('name')])
    .select(['kind', 'days', 'visits', 'answers', sql<string>`encode(bytes_hash, 'hex')`.as('sha256')])
    .select((row) => [
      row
        .selectFrom('attendanceReports as repeat')
        .select(({ fn }) => fn.countAll<number>().as('repeats'))
        .whereRef('repeat.eventSlotId', '=', 'report.eventSlotId')
        .whereRef('repeat.repeatsReportId', '=', 'report.attendanceReportId')
        .as('repeats'),
    ])
    .where('report.eventSlotId', '=', eventSlotId)
    .orderBy('report.attendanceReportId', 'desc')
    .execute()
  // An answer without visits and answers says nothing: the webinar was not held yet, or its report is not written.
  return reports.flatMap(({ name, email, ...report }) =>
    report.origin === 'upload' || report.visits || report.answers
      ? [{ ...report, repeats: report.repeats ?? 0, uploadedBy: name || email }]
      : [],
  )
}

/** Matches on each display: registrations move, emails change and accounts merge, and the report stays the same. */
async function findPeople(db: Db, slot: Slot, reports: StoredReport[]): Promise<Attendee[]> {
  const [registered, evidence] = await Promise.all([
    findRegistered(db, slot),
    findEvidence(db, slot, reports),
  ])
  return matchAttendance(registered, evidence)
}

/**
 * Matches one registration. Reads the rows with its registrant id or emails, and the registrations that could claim the same
 * rows. The result equals that of `findPeople`.
 */
async function findPerson(db: Db, slot: Slot, reports: StoredReport[], registrationId: number) {
  const [own] = await findRegistered(db, slot, sql`registrations.registration_id = ${registrationId}`)
  if (!own) return undefined
  const evidenceBy = (emails: string[]) =>
    findEvidence(
      db,
      slot,
      reports,
      sql`(registrant_id = any(${own.registrantIds}::text[]) or lower(trim(email)) = any(${emails}::text[]))`,
    )
  // An answer may have only an email, which only the visits connect with the registrant id.
  const { visits } = await evidenceBy(own.emails)
  const emails = [...own.emails, ...visits.map(({ email }) => comparedEmail(email ?? ''))]
  const evidence = await evidenceBy(emails)
  const registrantIds = [...evidence.visits, ...evidence.answers].map((each) => each.registrantId)
  const registered = await findRegistered(
    db,
    slot,
    sql`(registrant_ids && ${[...own.registrantIds, ...registrantIds]}::text[]
      or users.email = any(${emails}::text[]) or told_emails && ${emails}::text[]
      or registrations.registration_id = ${registrationId})`,
  )
  return matchAttendance(registered, evidence).find((each) => each.registrationId === registrationId)
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
    // Not by webinar_registrants: its rows end with a move, a cancellation or a DELINK.
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('platformIdentities')
          .select([
            sql<string[]>`array_remove(array_agg(distinct registrant_id), null)`.as('registrantIds'),
            sql<string[]>`array_remove(array_agg(distinct email), null)`.as('toldEmails'),
          ])
          .whereRef('platformIdentities.registrationId', '=', 'registrations.registrationId')
          .where('webinarId', '=', webinarId)
          .as('known'),
      (join) => join.onTrue(),
    )
    .select(['registrations.registrationId', 'users.userId', 'users.email', 'toldEmails', 'registrantIds'])
    .select(nameOfUser.as('name'))
    .where('eventSlotId', '=', eventSlotId)
    .where('cancelledAt', 'is', null)
    .where(sql<boolean>`${which}`)
    .orderBy(sql`lower(users.last_name || ' ' || users.first_name)`)
    .orderBy('registrations.registrationId')
    .execute()
  return rows.map(({ toldEmails, registrantIds, ...person }) => {
    const emails = [person.email, ...(toldEmails ?? [])].map(comparedEmail)
    return { ...person, registrantIds: registrantIds ?? [], emails: [...new Set(emails)] }
  })
}
