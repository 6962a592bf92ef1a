import { sql } from 'kysely'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { Activity } from '#contract/foundation/activities/calls.ts'
import type { Happened } from '#server/jobs.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'

/** After these, every process reloads the list of events and what its pages name. Registrations notify separately, when few seats are left. */
const changesEvents: ReadonlySet<Activity> = new Set([
  'event-added',
  'event-changed',
  'event-deleted',
  'slot-added',
  'slot-changed',
  'slot-deleted',
  'speaker-added',
  'speaker-cloned',
  'speaker-changed',
  'speaker-deleted',
  'sponsor-added',
  'sponsor-changed',
  'sponsor-deleted',
  'hours-stated',
  'figures-changed',
  'waitlist-left',
  'seat-offered',
  'offer-expired',
  'wait-ended',
  'provider-changed',
  'brand-changed',
  'embed-site-added',
  'embed-site-removed',
])

/** Returns an activity's subject and details for a slot. */
export function ofSlot(slot: SlotTime & { eventId: number; eventSlotId: number }, details?: ActivityDetails) {
  const { eventId, eventSlotId } = slot
  return { eventId, details: { eventSlotId, item: shownTimeslot(slot), ...details } }
}

/**
 * Inserts activities and adds the jobs that follow, equal ones once. Every change of a registration or a
 * person ends here.
 */
export async function happened(
  { tx, insertWithJobs, actingUserId, actingKey, cause, follow }: Work,
  activities: Happened[],
) {
  if (activities.length === 0) return
  const rows = activities.map(({ details, ...one }) => ({
    actedBy: actingUserId,
    ...one,
    details: {
      ...(cause !== undefined && { reason: cause }),
      ...details,
      ...(actingKey !== undefined && { apiKey: actingKey }),
    },
  }))
  const jobs = activities.flatMap(follow)
  await insertWithJobs(
    sql`
      insert into activities (activity, registration_id, user_id, event_id, acted_by, details)
      select activity, registration_id, "userId", coalesce("eventId", event_id), "actedBy", details
      from jsonb_to_recordset(${JSON.stringify(rows)})
        as row (activity text, "registrationId" integer, "userId" uuid, "eventId" integer, "actedBy" uuid, details jsonb)
      left join registrations on registration_id = "registrationId"`,
    [...new Map(jobs.map((job) => [JSON.stringify(job), job])).values()],
  )
  if (activities.some(({ activity }) => changesEvents.has(activity))) {
    await sql`select pg_notify('events_changed', '')`.execute(tx)
  }
}
