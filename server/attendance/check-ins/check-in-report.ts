import { sql } from 'kysely'
import Papa from 'papaparse'
import { subjectOfRow } from '#contract/attendance/attendance-decisions/subjects.ts'
import { doorRegistrantId, doorRegistration } from '#contract/attendance/check-ins/registrant-ids.ts'
import type { DoorScan } from '#contract/attendance/check-ins/visits.ts'
import { visitsOf } from '#contract/attendance/check-ins/visits.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay, portalZone } from '#contract/core/season.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { insertDecisions } from '#server/attendance/attendance-decisions/attendance-decisions.ts'
import { findNewestDecision } from '#server/attendance/attendance-decisions/queries.ts'
import { readAttendanceFile } from '#server/attendance/attendances/attendance-file.ts'
import { preparedOf } from '#server/attendance/attendances/attendance-preparing.ts'
import { keepReport } from '#server/attendance/attendances/attendance-reports.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/** A line of the file, cell by cell. */
type Line = string[]

/**
 * Writes an in-person slot's attendance report: a CSV file with the visits of its past days. It is read like
 * an uploaded list. Writes nothing if the door's last report has the same days and visits.
 */
export async function reportDoor(work: Work, eventSlotId: number): Promise<void> {
  const slot = await findSlot(work.tx, eventSlotId)
  if (!slot) return
  const now = work.clock()
  const [last, scans] = [await findLast(work.tx, eventSlotId), await findSlotScans(work.tx, slot)]
  const found = slotDays(slot)
    .filter(({ endAt }) => endAt <= now)
    .map(({ on, startAt }) => ({ on, startAt, visits: visitLines(scans.get(on) ?? []) }))
  // A day of the last report stays, even if no visit is left: otherwise the last report would still count for it.
  const days = found.filter(({ on, visits }) => visits.length > 0 || last.days.includes(on))
  if (days.length === 0) return
  const visits = [...days.flatMap((day) => day.visits), ...last.orphans]
  const lines = linesOf(days, visits)
  if (saidIn(lines) === saidIn(last.lines)) return
  const file = Buffer.from(`${Papa.unparse(lines, { escapeFormulae: true })}\r\n`)
  const reading = await readAttendanceFile(file, { isStored: true })
  if ('refused' in reading) throw new Error(`The report of the door cannot be read: ${reading.refused}`)
  const named = { origin: 'door', originName: `door-${eventSlotId}.csv`, instance: 'door' } as const
  await keepReport(work, { slot, ...named, reading: preparedOf(reading), sources: [], file })
  const nameless = new Set(
    visits.flatMap(([registrantId = '', , email]) => (email === '' ? registrantId : [])),
  )
  for (const registrantId of nameless) await keepMatch(work, slot, registrantId)
}

/** Returns the days of the door's last report, and the nameless visits of registrations whose account was deleted. */
async function findLast(db: Db, eventSlotId: number) {
  const report = await db
    .selectFrom('attendanceReports')
    .select('file')
    .where('eventSlotId', '=', eventSlotId)
    .where('origin', '=', 'door')
    .orderBy('attendanceReportId', 'desc')
    .executeTakeFirst()
  const lines = Papa.parse<Line>(String(report?.file ?? ''), { skipEmptyLines: true }).data
  const visits = Map.groupBy(lines, ([registrantId = '']) => doorRegistration(registrantId))
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...visits.keys()].filter((id) => id > 0)}::integer[]) id
    where not exists (select from registrations where registration_id = id)`.execute(db)
  return {
    lines,
    days: lines.flatMap(([name, at = '']) => (name === startTime ? easternDay(new Date(at)) : [])),
    orphans: rows.flatMap(({ id }) => visits.get(id) ?? []).map((line) => line.with(1, '').with(2, '')),
  }
}

/** People arrive that early, and leave that late. Rows further outside of a slot's hours mean nothing. */
const earlyOrLate = sql`interval '1 hour'`

type SlotScan = DoorScan & { dayOn: PlainDate; registrationId: number; name: string; email: string }

/**
 * Returns a slot's scans by day. Includes registrations moved to a slot without this day, whose report can't
 * have them. Also includes people registered for another slot of the day who came in this slot's time, to
 * make up hours; during their own slot, they are there. A deleted account's registration has no name and no
 * email.
 */
async function findSlotScans(db: Db, slot: Slot): Promise<Map<PlainDate, SlotScan[]>> {
  const { eventId, eventSlotId, ...held } = slot
  const { rows } = await sql<SlotScan>`
    select day_on, registration_id, scan_id, act, undone_id, scanned_at as at,
      coalesce(trim(first_name || ' ' || last_name), '') as name, coalesce(email, '') as email
    from registrations r join event_slots held using (event_slot_id) join door_scans using (registration_id)
      left join users using (user_id)
    where r.event_id = ${eventId} and (event_slot_id = ${eventSlotId} or day_on not between start_on and end_on and exists (
      select from activities moved where moved.registration_id = r.registration_id and activity = 'moved'
        and (details ->> 'fromSlotId')::integer = ${eventSlotId})
      or day_on between start_on and end_on and (start_time >= ${held.endTime}::time or end_time <= ${held.startTime}::time) and exists (
        select from door_scans came, timezone(${portalZone}, came.scanned_at) clock
        where came.registration_id = r.registration_id and came.day_on = door_scans.day_on and case came.act
          when 'in' then clock::time >= ${held.startTime}::time - ${earlyOrLate} and clock::time < ${held.endTime}::time
          when 'out' then clock::time > ${held.startTime}::time and clock::time <= ${held.endTime}::time + ${earlyOrLate} end))
    order by registration_id, scanned_at`.execute(db)
  return Map.groupBy(rows, ({ dayOn }) => dayOn)
}

function visitLines(scans: readonly SlotScan[]): Line[] {
  return [...Map.groupBy(scans, ({ registrationId }) => registrationId)].flatMap(([registrationId, own]) =>
    visitsOf(own).map(({ inAt, outAt }) => [
      doorRegistrantId(registrationId),
      own[0]?.name ?? '',
      own[0]?.email ?? '',
      'in person',
      ...[inAt, outAt].map((instant) => (instant ? inUtc(instant) : '')),
    ]),
  )
}

const startTime = 'Start Time'

/** The first lines name the days that the report covers, even if nobody has both times. */
function linesOf(days: readonly { startAt: Date }[], visits: readonly Line[]): Line[] {
  const head = days.map(({ startAt }) => [startTime, `${inUtc(startAt)} UTC`])
  const fields = ['Registrant ID', 'Name', 'Email', 'Medium', 'Join Time (UTC)', 'Leave Time (UTC)']
  return [...head, fields, ...visits]
}

/** Returns the days and visits of a file, without names and emails: a person who changes theirs makes no newer report. */
function saidIn(lines: readonly Line[]): string {
  return lines
    .map((line) => (line.length > 2 ? line.toSpliced(1, 2) : line).join())
    .sort()
    .join('\n')
}

/** Stores that the rows without an email belong to a deleted account. Otherwise they would wait for a decision. */
async function keepMatch(work: Work, slot: Slot, registrantId: string): Promise<void> {
  const subject = subjectOfRow({ registrantId, email: '', name: '', from: null, to: null })
  if (await findNewestDecision(work.tx, { eventSlotId: slot.eventSlotId, subject })) return
  const match = { act: 'match' as const, subject, registrationIds: [doorRegistration(registrantId)] }
  await insertDecisions(work, slot, [{ ...match, reason: 'The account was deleted' }])
}

/** '2027-02-09 13:00:00' */
function inUtc(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}
