import { sql } from 'kysely'
import { daysToSend } from '#contract/check-ins/rules.ts'
import { easternClock } from '#contract/core/season.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { reportDoor } from './check-in-report.ts'

/** Writes the reports of slots with scans that no report has yet, once a day of the slot is over; of a sheet that was entered later, too. */
export async function reportDoors(services: Services): Promise<void> {
  const now = services.clock()
  const { rows } = await sql<{ eventSlotId: number }>`
    select event_slots.event_slot_id from door_scans join registrations using (registration_id) join event_slots using (event_slot_id)
    where received_at >= ${new Date(now.getTime() - 2 * daysToSend * 86_400_000)}
      and day_on + end_time <= ${easternClock(now)}::timestamp
    group by event_slots.event_slot_id
    having max(greatest(received_at, (day_on + end_time) at time zone 'America/New_York')) > coalesce(
      (select max(report.received_at) from attendance_reports report
       where report.event_slot_id = event_slots.event_slot_id and origin = 'door'), '-infinity')
    order by 1`.execute(services.db)
  for (const { eventSlotId } of rows)
    await write(services, undefined, (work) => reportDoor(work, eventSlotId))
}
