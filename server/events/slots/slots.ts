import type { Insertable } from 'kysely'
import { isInPerson, placeOf } from '#contract/events/events/facts.ts'
import type { PlannedTime, SlotBreak } from '#contract/events/slots/breaks.ts'
import { defaultBreaks, shownBreaks } from '#contract/events/slots/breaks.ts'
import type { NewSlot, SlotEdit } from '#contract/events/slots/calls.ts'
import { attendedRefusal, registeredRefusal } from '#contract/events/slots/rules.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownSlot, shownTimeslot } from '#contract/events/slots/times.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import { changesBetween } from '#server/foundation/activities/activity-changes.ts'
import type { Tx } from '#server/services.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { lockEventOfSlots, lockSlot } from './lock-slot.ts'
import { countAttended, countRegistered, findFocusName, hasJoinUrls, selectSlots } from './queries.ts'
import { checkSlot, refuseOverlaps } from './slot-checks.ts'

interface WrittenSlot {
  eventSlotId: number
  version: number
}

/**
 * Adds a slot to an event, with default breaks. `checksOverlap` false: the caller checks several slots
 * together. Refuses with EVENT_NOT_FOUND or SLOTS_OVERLAP, and an impossible time.
 */
export async function addSlot(
  work: Work,
  slot: NewSlot,
  { checksOverlap = true } = {},
): Promise<WrittenSlot> {
  const { tx } = work
  const { eventId, webinarId, isOpen = true, capacity = null, ...time } = slot
  const { isInPerson: says } = await lockEventOfSlots(tx, eventId)
  const { breaks = defaultBreaks(slot, isInPerson({ ...slot, isInPerson: says })) } = slot
  await checkSlot(tx, { ...slot, breaks })
  const added = await tx
    .insertInto('eventSlots')
    .values({
      ...time,
      breaks: JSON.stringify(breaks),
      eventId,
      isOpen,
      capacity,
      webinarId: webinarId || null,
    })
    .returning(['eventSlotId', 'version'])
    .executeTakeFirstOrThrow()
  if (checksOverlap) await refuseOverlaps(tx, eventId, [added.eventSlotId])
  await happened(work, [
    { activity: 'slot-added', ...ofSlot({ ...slot, ...added }), hasWebinar: Boolean(webinarId) },
  ])
  return added
}

/**
 * Changes a slot; absent breaks, webinar, switch or capacity stay. Emails its people about another time.
 * Removes nobody if the capacity shrinks. Refuses with SLOT_NOT_FOUND, CHANGED_MEANWHILE or SLOTS_OVERLAP, an
 * impossible time, breaks outside it, and another webinar with WEBINAR_LINKED if people have join URLs.
 */
export async function changeSlot(
  work: Work,
  { eventSlotId, version, ...given }: SlotEdit,
  { checksOverlap = true } = {},
): Promise<WrittenSlot> {
  const { tx } = work
  const before = await lockSlot(tx, eventSlotId, version)
  const { startOn, endOn, startTime, endTime, focusId, isOpen = before.isOpen } = given
  const { capacity = before.capacity, breaks = before.breaks } = given
  const webinarId = given.webinarId === undefined ? before.webinarId : given.webinarId || null
  const time = { startOn, endOn, startTime, endTime }
  const focus = await checkSlot(tx, { ...time, breaks, focusId })
  const changes = changesBetween(
    { ...before, ...shownTimes(before), focus: await findFocusName(tx, before.focusId) },
    { ...before, ...shownTimes({ ...time, breaks }), focus, webinarId, isOpen, capacity },
    ['time', 'breaks', 'focus', 'webinarId', 'isOpen', 'capacity'],
  )
  if (Object.keys(changes).length === 0) return before
  if (changes.webinarId && (await hasJoinUrls(tx, eventSlotId))) throw new Refusal('WEBINAR_LINKED')
  const changed = await tx
    .updateTable('eventSlots')
    .set({ ...time, breaks: JSON.stringify(breaks), focusId, webinarId, isOpen, capacity })
    .set((slot) => ({ version: slot('version', '+', 1) }))
    .where('eventSlotId', '=', eventSlotId)
    .returning(['eventSlotId', 'version'])
    .executeTakeFirstOrThrow()
  if (checksOverlap) await refuseOverlaps(tx, before.eventId, [eventSlotId])
  await happened(work, [
    { activity: 'slot-changed', ...ofSlot(before, { changes }), hasWebinar: webinarId !== null },
  ])
  if (changes.time) await rescheduleSlots(work, { eventSlotId }, { time: changes.time }, before)
  return changed
}

/** Returns a slot's time and breaks in words, for its history. */
function shownTimes(slot: PlannedTime) {
  return { time: shownTimeslot(slot), breaks: shownBreaks(slot) }
}

/** Records another time or place than `before` for slots of a locked event. Jobs email the registered and waitlisted people. */
export async function rescheduleSlots(
  work: Work,
  which: { eventId: number; focusId?: number } | { eventSlotId: number },
  changes: NonNullable<ActivityDetails['changes']>,
  before: Partial<TimeAndPlace>,
) {
  const slots = await work.tx
    .updateTable('eventSlots')
    .set((slot) => ({ schedule: slot('schedule', '+', 1) }))
    .where((slot) => slot.and(which))
    .returning('eventSlotId')
    .execute()
  if (slots.length === 0) return
  const ids = slots.map(({ eventSlotId }) => eventSlotId)
  await addTelling(work, ids, before)
  const registered = await work.tx
    .selectFrom('registrations')
    .select('registrationId')
    .where('eventSlotId', 'in', ids)
    .where('cancelledAt', 'is', null)
    .where('userId', 'is not', null)
    .orderBy('registrationId')
    .execute()
  await happened(
    work,
    registered.map(({ registrationId }) => {
      return { activity: 'rescheduled', registrationId, details: { changes } }
    }),
  )
}

/** Adds jobs that email the waitlisted people a minute later. A slot's waiting job knows what they were told before. */
async function addTelling({ tx, addJobs }: Work, slotIds: number[], before: Partial<TimeAndPlace>) {
  const slots = await selectSlots(tx)
    .select(['isInPerson', 'venue'])
    .where('eventSlots.eventSlotId', 'in', slotIds)
    .where(hasNoJob('tell-waiting', 'eventSlotId', 'eventSlots.eventSlotId', 'active'))
    .execute()
  const jobs = slots.map(({ eventSlotId, ...slot }) => ({
    eventSlotId,
    previously: whenAndWhere({ ...slot, ...before }),
  }))
  await addJobs('tell-waiting', jobs, { afterSeconds: 60 })
}

type TimeAndPlace = SlotTime & Parameters<typeof placeOf>[0]

/** Returns when and where a slot takes place, as its people are told. */
export function whenAndWhere(slot: TimeAndPlace): string {
  return `${shownSlot(slot)} · ${placeOf(slot)}`
}

/**
 * Deletes a slot; its row stays for the history. Refuses with SLOT_NOT_FOUND, CHANGED_MEANWHILE, or
 * SLOT_HAS_REGISTRATIONS and the number of people who are registered for it or attended it.
 */
export async function deleteSlot(
  work: Work,
  { eventSlotId, version }: { eventSlotId: number; version?: number | undefined },
): Promise<{ eventSlotId: number }> {
  const { tx } = work
  const slot = await lockSlot(tx, eventSlotId, version)
  const registered = await countRegistered(tx, { eventSlotId })
  if (registered > 0) {
    throw new Refusal('SLOT_HAS_REGISTRATIONS', { message: registeredRefusal(registered, 'time slot') })
  }
  // Their hours would lose their evidence.
  const attended = await countAttended(tx, eventSlotId)
  if (attended > 0) throw new Refusal('SLOT_HAS_REGISTRATIONS', { message: attendedRefusal(attended) })
  await setDeleted(work, { eventSlotId })
  await happened(work, [{ activity: 'slot-deleted', ...ofSlot(slot) }])
  return { eventSlotId }
}

export interface InsertedSlot extends Omit<Insertable<Tables['eventSlots']>, 'eventId' | 'breaks'> {
  breaks: readonly SlotBreak[]
}

/** Inserts a new event's slots, without activities. */
export async function insertSlots(tx: Tx, eventId: number, slots: InsertedSlot[]) {
  if (slots.length === 0) return
  await tx
    .insertInto('eventSlots')
    .values(slots.map((slot) => ({ ...slot, breaks: JSON.stringify(slot.breaks), eventId })))
    .execute()
}

/** Deletes locked slots without checks and activities; the caller does both. */
export async function setDeleted({ tx, clock }: Work, which: { eventId: number } | { eventSlotId: number }) {
  await tx
    .updateTable('eventSlots')
    .set((slot) => ({ deletedAt: clock(), version: slot('version', '+', 1) }))
    .where((slot) => slot.and(which))
    .where('deletedAt', 'is', null)
    .execute()
}
