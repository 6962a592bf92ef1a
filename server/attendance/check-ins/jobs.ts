import { sql } from 'kysely'
import { easternClock } from '#contract/core/season.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { reportDoor } from './check-in-report.ts'
import { isHeldInPerson } from './queries.ts'

/** The days after its arrival in which a check-in may change reports, for example because its registration is moved. */
const daysReported = 60

/**
 * Writes the reports of in-person slots whose days are over and whose visits have changed since their last report. It compares the
 * visits themselves, because a move brings older check-ins, and one may be committed after a report with a later time.
 */
export async function reportDoors(services: Services) {
  const now = services.clock()
  const { rows } = await sql<{ eventSlotId: number }>`
    select distinct s.event_slot_id
    from check_ins join registrations r using (registration_id) join events e using (event_id) join event_slots s using (event_id)
    where received_at >= ${new Date(now.getTime() - daysReported * 86_400_000)}
      and day_on between start_on and end_on and day_on + end_time <= ${easternClock(now)}::timestamp and ${isHeldInPerson}
    order by 1`.execute(services.db)
  for (const { eventSlotId } of rows)
    await write(services, undefined, (work) => reportDoor(work, eventSlotId))
}
