import type { Insertable } from 'kysely'
import { eventNames, logoOf } from '#contract/events/events/calls.ts'
import type { EventEdit, NewEvent } from '#contract/events/events/edits.ts'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import { registeredRefusal } from '#contract/events/slots/rules.ts'
import type { CourseNumberChange } from '#contract/foundation/training-providers/calls.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import { countRegistered } from '#server/events/slots/queries.ts'
import type { InsertedSlot } from '#server/events/slots/slots.ts'
import { insertSlots, rescheduleSlots, setDeleted } from '#server/events/slots/slots.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { changesBetween } from '#server/foundation/activities/activity-changes.ts'
import type { Tx } from '#server/services.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { writtenEvent } from './event-fields.ts'
import { lockEvent } from './lock-event.ts'

type Event = Awaited<ReturnType<typeof lockEvent>>
type WrittenEvent = Pick<Event, 'eventId' | 'version'>

/** Adds an event without slots: open for registration, or unpublished if `isEnabled` is false. */
export async function addEvent(work: Work, { isEnabled = true, ...given }: NewEvent): Promise<WrittenEvent> {
  const event = await work.tx
    .insertInto('events')
    .values({
      ...(await writtenEvent(work.tx, given)),
      isEnabled,
      isDraft: !isEnabled,
      createdAt: work.clock(),
    })
    .returning(['eventId', 'version'])
    .executeTakeFirstOrThrow()
  await happened(work, [{ activity: 'event-added', eventId: event.eventId }])
  return event
}

/** Inserts an event with its slots, without an activity. Returns its id. */
export async function insertEvent(
  { tx }: Work,
  event: Insertable<Tables['events']>,
  slots: InsertedSlot[],
): Promise<number> {
  const { eventId } = await tx
    .insertInto('events')
    .values(event)
    .returning('eventId')
    .executeTakeFirstOrThrow()
  await insertSlots(tx, eventId, slots)
  return eventId
}

/** Shows one of an event's own sponsors first. */
export async function setFeaturedSponsor({ tx }: Work, eventId: number, sponsorId: number) {
  await tx
    .updateTable('events')
    .set({ featuredSponsorId: sponsorId })
    .where('eventId', '=', eventId)
    .execute()
}

/**
 * Changes an event; absent fields stay. Opening an unpublished event publishes it. Emails people about
 * another venue, or a change between in person and virtual. Refuses with EVENT_NOT_FOUND or
 * CHANGED_MEANWHILE, and another event's sponsor as the featured one.
 */
export async function changeEvent(
  work: Work,
  { eventId, version, ...given }: EventEdit,
): Promise<WrittenEvent> {
  const { tx } = work
  const before = await lockEvent(tx, eventId, version)
  const after = { ...before, ...(await writtenEvent(tx, given)) }
  const changes = await changesOf(tx, before, after)
  if (Object.keys(changes).length === 0 && after.description === before.description) return before
  const { eventName, description, videoLink, venue, isInPerson, facts, isEnabled, featuredSponsorId } = after
  const changed = await tx
    .updateTable('events')
    .set({ eventName, description, videoLink, venue, isInPerson, facts, isEnabled, featuredSponsorId })
    .set({ isDraft: before.isDraft && !isEnabled })
    .set((event) => ({ version: event('version', '+', 1) }))
    .where('eventId', '=', eventId)
    .returning(['eventId', 'version'])
    .executeTakeFirstOrThrow()
  await happened(work, [{ activity: 'event-changed', eventId, details: { changes } }])
  const { venue: otherVenue, isInPerson: otherForm } = changes
  if (otherForm || (otherVenue && isInPerson !== false)) {
    // If the event leaves it to the type, only slots of the in-person type have a venue.
    const isByType = !otherForm && isInPerson === null
    const which = isByType ? { eventId, focusId: inPersonFocusId } : { eventId }
    const told = { ...(otherVenue && { venue: otherVenue }), ...(otherForm && { isInPerson: otherForm }) }
    await rescheduleSlots(work, which, told, { venue: before.venue, isInPerson: before.isInPerson })
  }
  return changed
}

/**
 * Deletes an event with its slots; the rows stay for the history. Refuses with EVENT_NOT_FOUND,
 * CHANGED_MEANWHILE, or EVENT_HAS_REGISTRATIONS and their number.
 */
export async function deleteEvent(
  work: Work,
  { eventId, version }: { eventId: number; version?: number | undefined },
): Promise<{ eventId: number }> {
  const { tx, clock } = work
  const { eventName } = await lockEvent(tx, eventId, version)
  const registered = await countRegistered(tx, { eventId })
  if (registered > 0) {
    throw new Refusal('EVENT_HAS_REGISTRATIONS', { message: registeredRefusal(registered, 'event') })
  }
  await tx
    .updateTable('events')
    .set((event) => ({ deletedAt: clock(), version: event('version', '+', 1) }))
    .where('eventId', '=', eventId)
    .execute()
  await setDeleted(work, { eventId })
  await happened(work, [{ activity: 'event-deleted', eventId, details: { item: eventName } }])
  return { eventId }
}

/**
 * Sets the FAA's acceptance number of an event's course; '' removes it. Issued certificates keep theirs.
 * Refuses with EVENT_NOT_FOUND, or CHANGED_MEANWHILE if the caller has read another number.
 */
export async function setCourseNumber(
  work: Work,
  { eventId, courseNumber: typed, before: read }: CourseNumberChange,
) {
  const { tx } = work
  const before = (await lockEvent(tx, eventId)).courseNumber ?? ''
  const courseNumber = typed.trim()
  if (courseNumber === before) return
  if (read !== undefined && read !== before) {
    const message = `Someone else has changed this number to ${before || 'nothing'} since you opened it. Check it and try again.`
    throw new Refusal('CHANGED_MEANWHILE', { message })
  }
  await tx
    .updateTable('events')
    .set({ courseNumber: courseNumber || null })
    .where('eventId', '=', eventId)
    .execute()
  await happened(work, [
    {
      activity: 'course-number-changed',
      eventId,
      details: { changes: { courseNumber: [before, courseNumber] } },
    },
  ])
}

async function changesOf(
  tx: Tx,
  before: Event,
  after: Event,
): Promise<NonNullable<ActivityDetails['changes']>> {
  const changes = changesBetween({ ...before, facts: textOf(before) }, { ...after, facts: textOf(after) }, [
    ...(['eventName', 'isEnabled', 'videoLink', 'venue', 'isInPerson', 'facts'] as const),
  ])
  const [logo, newLogo] = [logoOf(before.description), logoOf(after.description)]
  if (logo !== newLogo) changes.logo = [logo && 'a picture', newLogo && (logo ? 'another one' : 'a picture')]
  if (before.featuredSponsorId !== after.featuredSponsorId) {
    changes.featuredSponsor = [
      await sponsorName(tx, before, before.featuredSponsorId),
      await sponsorName(tx, before, after.featuredSponsorId),
    ]
  }
  return changes
}

function textOf({ facts }: Event): string | null {
  return facts?.join('; ') ?? null
}

async function sponsorName(tx: Tx, { eventId }: Event, sponsorId: number | null): Promise<string | null> {
  if (sponsorId === null) return null
  const sponsor = await tx
    .selectFrom('sponsors')
    .select('companyName')
    .where('sponsorId', '=', sponsorId)
    .where('eventId', '=', eventId)
    // Blocks its deletion until the commit.
    .forShare()
    .executeTakeFirst()
  if (!sponsor) refuseFields({ [eventNames.featuredSponsorId]: 'This sponsor does not belong to the event.' })
  return sponsor?.companyName ?? null
}
