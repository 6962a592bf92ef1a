import { eventNames, logoOf } from '#contract/events/calls.ts'
import type { EventEdit } from '#contract/events/edits.ts'
import { inPersonFocusId } from '#contract/events/facts.ts'
import { happened } from '#server/activities/activities.ts'
import { changesBetween } from '#server/activities/activity-changes.ts'
import { refuseFields } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import { rescheduleSlots } from '#server/slots/slot-schedules.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import { writtenEvent } from './event-fields.ts'
import { lockEvent } from './lock-event.ts'

type Event = Awaited<ReturnType<typeof lockEvent>>

/**
 * Changes an event; what is absent stays as it is. A draft that is enabled is none from then on. Whoever is registered in
 * person is told of another venue, and everybody when it is no longer held in person, or is now. Refuses with EVENT_NOT_FOUND or CHANGED_MEANWHILE, and a featured sponsor of another event.
 */
export async function changeEvent(
  work: Work,
  { eventId, version, ...given }: EventEdit,
): Promise<{ eventId: number; version: number }> {
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
    // Where the event itself says nothing, only the slots of the type in person have a venue.
    const isByType = !otherForm && isInPerson === null
    await rescheduleSlots(work, isByType ? { eventId, focusId: inPersonFocusId } : { eventId }, {
      ...(otherVenue && { venue: otherVenue }),
      ...(otherForm && { isInPerson: otherForm }),
    })
  }
  return changed
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
    // It can't be deleted until the event names it.
    .forShare()
    .executeTakeFirst()
  if (!sponsor) refuseFields({ [eventNames.featuredSponsorId]: 'This sponsor does not belong to the event.' })
  return sponsor?.companyName ?? null
}
