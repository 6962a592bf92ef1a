import { sql } from 'kysely'
import { subjectOfRow } from '#contract/attendance/attendance-decisions/subjects.ts'
import { doorRegistrantId } from '#contract/attendance/check-ins/registrant-ids.ts'
import type { CheckIn } from '#contract/attendance/check-ins/visits.ts'
import { visitsOf } from '#contract/attendance/check-ins/visits.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { portalZone } from '#contract/core/season.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { insertDecisions } from '#server/attendance/attendance-decisions/attendance-decisions.ts'
import { findNewestDecision } from '#server/attendance/attendance-decisions/queries.ts'
import type { DoorReport } from '#server/attendance/attendances/attendance-door.ts'
import { doorReading, doorSources } from '#server/attendance/attendances/attendance-door.ts'
import { preparedOf } from '#server/attendance/attendances/attendance-preparing.ts'
import { newestReading } from '#server/attendance/attendances/attendance-readings.ts'
import { keepReport } from '#server/attendance/attendances/attendance-reports.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

type ReportedVisit = DoorReport['visits'][number]
type LastVisit = ReportedVisit & { isOrphan: boolean }

/**
 * Keeps an in-person slot's attendance report: the visits of its past days. Keeps nothing if the door's last
 * report has the same days and visits.
 */
export async function reportDoor(work: Work, eventSlotId: number) {
  const slot = await findSlot(work.tx, eventSlotId, { isLocked: true })
  if (!slot) return
  const now = work.clock()
  const [last, checkIns] = [await findLast(work.tx, eventSlotId), await findSlotCheckIns(work.tx, slot)]
  const found = slotDays(slot)
    .filter(({ endAt }) => endAt <= now)
    .map(({ on }) => ({ on, visits: reportedVisits(checkIns.get(on) ?? []) }))
  // A day of the last report stays, even if no visit is left: otherwise the last report would still count for it.
  const days = found.filter(({ on, visits }) => visits.length > 0 || last.days.includes(on))
  if (days.length === 0) return
  const visits = [...days.flatMap((day) => day.visits), ...last.visits.filter(({ isOrphan }) => isOrphan)]
  const report = { days: days.map(({ on }) => on), visits }
  if (saidIn(report) === saidIn(last)) return
  const named = { origin: 'door', originName: 'Check-in', instance: 'door' } as const
  const reading = preparedOf(doorReading(report))
  await keepReport(work, { slot, ...named, reading, sources: doorSources(report) })
  const nameless = new Set(
    visits.flatMap(({ registrationId, email }) => (email === '' ? registrationId : [])),
  )
  for (const registrationId of nameless) await keepMatch(work, slot, registrationId)
}

/** Returns the days and the nameless visits of the door's last report. An orphan's registration was deleted with its account. */
async function findLast(db: Db, eventSlotId: number) {
  const report = await db
    .selectFrom('attendanceReports as report')
    .innerJoinLateral(newestReading, (join) => join.onTrue())
    .select(['attendanceReadingId', 'days'])
    .where('eventSlotId', '=', eventSlotId)
    .where('origin', '=', 'door')
    .orderBy('attendanceReportId', 'desc')
    .executeTakeFirst()
  const visits = await sql<LastVisit>`
    select registration_id, joined_at as in_at, left_at as out_at, '' as name, '' as email, held.registration_id is null as is_orphan
    from attendance_visits cross join lateral (select substring(registrant_id from '[0-9]+$')::integer as registration_id) named
      left join registrations held using (registration_id)
    where attendance_reading_id = ${report?.attendanceReadingId ?? null} order by place`.execute(db)
  return { days: report?.days ?? [], visits: visits.rows }
}

/** People arrive that early, and leave that late. Rows further outside of a slot's hours mean nothing. */
const earlyOrLate = sql`interval '1 hour'`

type SlotCheckIn = CheckIn &
  Pick<Tables['checkIns'], 'how' | 'dayOn' | 'registrationId'> & { name: string; email: string }

/**
 * Returns a slot's check-ins by day. Includes registrations moved to a slot without this day, whose report
 * can't have them. Also includes people registered for another slot of the day who came in this slot's time,
 * to make up hours; in the time of their own slot, they count there. A deleted account's registration has no
 * name and no email.
 */
async function findSlotCheckIns(db: Db, slot: Slot): Promise<Map<PlainDate, SlotCheckIn[]>> {
  const { eventId, eventSlotId, ...held } = slot
  const { rows } = await sql<SlotCheckIn>`
    select day_on, registration_id, check_in_id, act, undone_id, how, checked_at as at,
      coalesce(trim(first_name || ' ' || last_name), '') as name, coalesce(email, '') as email
    from registrations r join event_slots held using (event_slot_id) join check_ins using (registration_id)
      left join users using (user_id)
    where r.event_id = ${eventId} and (event_slot_id = ${eventSlotId} or day_on not between start_on and end_on and exists (
      select from activities moved where moved.registration_id = r.registration_id and activity = 'moved'
        and (details ->> 'fromSlotId')::integer = ${eventSlotId})
      or day_on between start_on and end_on and (start_time >= ${held.endTime}::time or end_time <= ${held.startTime}::time) and exists (
        select from check_ins came, timezone(${portalZone}, came.checked_at) clock
        where came.registration_id = r.registration_id and came.day_on = check_ins.day_on and case came.act
          when 'in' then clock::time >= ${held.startTime}::time - ${earlyOrLate} and clock::time < ${held.endTime}::time
          when 'out' then clock::time > ${held.startTime}::time and clock::time <= ${held.endTime}::time + ${earlyOrLate} end))
    order by registration_id, checked_at`.execute(db)
  return Map.groupBy(rows, ({ dayOn }) => dayOn)
}

function reportedVisits(checkIns: readonly SlotCheckIn[]): ReportedVisit[] {
  return [...Map.groupBy(checkIns, ({ registrationId }) => registrationId)].flatMap(
    ([registrationId, own]) => {
      const { name = '', email = '' } = own[0] ?? {}
      const typed = own.filter(({ how }) => how === 'sheet').map(({ at }) => at.getTime())
      return visitsOf(own).map(({ inAt, outAt }) => ({
        registrationId,
        name,
        email,
        origin: [inAt, outAt].some((at) => at && typed.includes(at.getTime())) ? 'sheet' : 'door',
        inAt: wholeSecond(inAt),
        outAt: wholeSecond(outAt),
      }))
    },
  )
}

/** Returns the days and visits of a report, without names and emails: a person who changes theirs makes no newer report. */
function saidIn({ days, visits }: { days: readonly string[]; visits: readonly ReportedVisit[] }) {
  const said = visits.map(({ registrationId, inAt, outAt }) => JSON.stringify([registrationId, inAt, outAt]))
  return [...days, ...said].sort().join()
}

/** Stores that the rows without an email belong to a deleted account. Otherwise they would wait for a decision. */
async function keepMatch(work: Work, slot: Slot, registrationId: number) {
  const registrantId = doorRegistrantId(registrationId)
  const subject = subjectOfRow({ registrantId, email: '', name: '', from: null, to: null })
  if (await findNewestDecision(work.tx, { eventSlotId: slot.eventSlotId, subject })) return
  const match = { act: 'match' as const, subject, registrationIds: [registrationId] }
  await insertDecisions(work, slot, [{ ...match, reason: 'The account was deleted' }])
}

function wholeSecond(instant: Date | null): Date | null {
  return instant && new Date(Math.floor(instant.getTime() / 1000) * 1000)
}
