import Papa from 'papaparse'
import { doorRegistrantId } from '#contract/check-ins/registrant-ids.ts'
import { type DoorVisit, visitsOf } from '#contract/check-ins/visits.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { slotDays } from '#contract/slots/times.ts'
import { readAttendanceFile } from '#server/attendances/attendance-file.ts'
import { preparedOf } from '#server/attendances/attendance-preparing.ts'
import { keepReport } from '#server/attendances/attendance-reports.ts'
import { findReports } from '#server/attendances/queries.ts'
import type { Db } from '#server/services.ts'
import { findSlot, type Slot } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { findScans } from './queries.ts'

/** Somebody's visits on a day, as the report names them. */
interface Row {
  registrationId: number
  name: string
  email: string
  visit: DoorVisit
}

/**
 * Writes the attendance report of an in-person slot: a CSV file with the visits of all its days that are over. It is read like an
 * uploaded list. A day without visits is in it only if an earlier report has the day: its visits were taken back. May run twice: a
 * report that says the same changes nothing.
 */
export async function reportDoor(work: Work, eventSlotId: number): Promise<void> {
  const slot = await findSlot(work.tx, eventSlotId)
  if (!slot) return
  const now = work.clock()
  const over = slotDays(slot).filter(({ endAt }) => endAt <= now)
  const found = await Promise.all(
    over.map(async ({ on, startAt }) => ({ on, startAt, rows: await findRows(work.tx, slot, on) })),
  )
  const reports = await findReports(work.tx, eventSlotId)
  const reported = new Set(reports.flatMap(({ origin, days }) => (origin === 'door' ? days : [])))
  const days = found.filter(({ on, rows }) => rows.length > 0 || reported.has(on))
  if (days.length === 0) return
  const file = Buffer.from(fileOf(days))
  const reading = await readAttendanceFile(file)
  if ('refused' in reading) throw new Error(`The report of the door cannot be read: ${reading.refused}`)
  const [prepared, originName] = [preparedOf(reading), `door-${eventSlotId}.csv`]
  await keepReport(work, { slot, origin: 'door', originName, reading: prepared, sources: [], file })
}

async function findRows(db: Db, { eventSlotId }: Slot, day: PlainDate): Promise<Row[]> {
  const scans = await findScans(db, { day, slotIds: [eventSlotId] })
  if (scans.size === 0) return []
  const people = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['registrationId', 'firstName', 'lastName', 'email'])
    .where('registrationId', 'in', [...scans.keys()])
    .orderBy('registrationId')
    .execute()
  return people.flatMap(({ registrationId, firstName, lastName, email }) =>
    visitsOf(scans.get(registrationId) ?? []).map((visit) => ({
      ...{ registrationId, email, visit },
      name: `${firstName} ${lastName}`.trim(),
    })),
  )
}

/** The first lines name the days that the report covers, even if nobody has both times. */
function fileOf(days: readonly { startAt: Date; rows: readonly Row[] }[]): string {
  const head = days.map(({ startAt }) => ['Start Time', `${inUtc(startAt)} UTC`])
  const fields = ['Registrant ID', 'Name', 'Email', 'Medium', 'Join Time (UTC)', 'Leave Time (UTC)']
  const body = days.flatMap(({ rows }) =>
    rows.map(({ registrationId, name, email, visit: { inAt, outAt } }) => [
      ...[doorRegistrantId(registrationId), name, email, 'in person'],
      ...[inAt, outAt].map((instant) => (instant ? inUtc(instant) : '')),
    ]),
  )
  return `${Papa.unparse([...head, fields, ...body], { escapeFormulae: true })}\r\n`
}

/** '2027-02-09 13:00:00' */
function inUtc(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}
