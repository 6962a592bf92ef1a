import { sql } from 'kysely'
import { portalZone } from '#contract/core/season.ts'
import { isNight } from '#contract/registrations/waitlists/rules.ts'
import { whenAndWhere } from '#server/events/slots/slots.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Work } from '#server/work.ts'
import { rescheduledMail } from './mails.ts'
import { lockSlotOfWaitlist } from './queries.ts'
import { isUntold, mailEach, selectWaiting } from './waitlist-entries.ts'
import { offerSeats } from './waitlist-offers.ts'

/** Brings a slot's waitlist up to date: `eventSlotId`, or the slot of a canceled or deleted registration. */
export async function updateWaitlist(work: Work, which: Jobs['offer-seats'] | Jobs['offer-freed-seat']) {
  const slotId =
    'eventSlotId' in which
      ? sql<number>`${which.eventSlotId}`
      : sql<number>`(select event_slot_id from registrations where registration_id = ${which.registrationId})`
  // Most slots have no waitlist, and need no lock.
  const waited = await work.tx
    .selectFrom('waitlistEntries')
    .select('eventSlotId')
    .where('eventSlotId', '=', slotId)
    .where('state', 'in', ['waiting', 'offered'])
    .executeTakeFirst()
  if (waited) await offerSeats(work, waited.eventSlotId)
}

/**
 * Finds waitlists with something to do: a free seat, an expired offer, an offer not usable yet, a begun or
 * deleted slot.
 */
export async function sweepWaitlists({ tx, addJobs, clock }: Work) {
  const now = clock()
  const { rows } = await sql<{ eventSlotId: number }>`
    select distinct event_slot_id from waitlist_entries w join event_slots s using (event_slot_id) join events e using (event_id)
    where state in ('waiting', 'offered') and (
      offered_until <= ${now}
      or state = 'offered' and (not (is_open and is_enabled and not is_draft) or ${isUntold})
      or (start_on + start_time) at time zone ${portalZone} <= ${now} or s.deleted_at is not null or e.deleted_at is not null
      or state = 'waiting' and not ${isNight(now)} and is_open and is_enabled and coalesce(seats_free(event_slot_id), 1) > 0
    )`.execute(tx)
  if (rows.length > 0) await addJobs('offer-seats', rows)
}

/** Emails the waitlisted people that their slot has another time or place than `previously`. May run twice. */
export async function tellWaiting(work: Work, { eventSlotId, previously }: Jobs['tell-waiting']) {
  const slot = await lockSlotOfWaitlist(work.tx, eventSlotId)
  if (slot.isDeleted || work.clock() >= slot.startsAt || whenAndWhere(slot) === previously) return
  const people = await selectWaiting(work.tx, eventSlotId).execute()
  await mailEach(work, people, (person, about) => ({
    cause: `waitlist-rescheduled:${person.waitlistEntryId}:${slot.schedule}`,
    content: rescheduledMail({ ...slot, ...person, previously }, about),
    expiresAt: slot.startsAt,
  }))
}

/** The days after their slot until waits are deleted. */
const daysKept = 365

/** Deletes waits whose slot was long ago. */
export async function expirePlaces({ tx, clock }: Work) {
  await sql`
    delete from waitlist_entries w using event_slots s
    where s.event_slot_id = w.event_slot_id and s.end_on < ${clock()}::date - ${daysKept}::integer`.execute(
    tx,
  )
}
