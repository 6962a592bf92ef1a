import type { AdminEvent } from '#contract/events/calls.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { focuses } from '#web/slots/focuses.ts'
import { keptSlots, timeOf } from '#web/slots/slot-values.ts'
import { type EventValues, factLines } from './event-values.ts'
import { type GroupedEvent, groupEvents } from './grouped-events.ts'

/** What of an event its card shows. */
export type PreviewedEvent = Pick<
  AdminEvent,
  | 'eventId'
  | 'eventName'
  | 'description'
  | 'videoLink'
  | 'venue'
  | 'isInPerson'
  | 'facts'
  | 'featuredSponsorId'
  | 'isEnabled'
  | 'isDraft'
  | 'speakers'
  | 'sponsors'
> & { slots: (SlotTime & { eventSlotId: number; focusId: number; isOpen: boolean })[] }

/** An event as its card shows it to people, a draft as it will be; undefined while it has no slots. */
export function previewOf({ slots, isDraft, ...event }: PreviewedEvent): GroupedEvent | undefined {
  const rows = slots
    .toSorted((a, b) => `${a.startOn} ${a.startTime}`.localeCompare(`${b.startOn} ${b.startTime}`))
    .map(({ eventSlotId, focusId, startOn, endOn, startTime, endTime, isOpen }) => ({
      ...event,
      isEnabled: event.isEnabled || isDraft,
      eventSlotId,
      focusId,
      focusName: focuses.find((focus) => focus.focusId === focusId)?.focusName ?? '',
      startOn,
      endOn,
      startTime,
      endTime,
      isOpen,
    }))
  return groupEvents(rows, [])[0]
}

/** An event as its editor holds it, on top of what was saved; slots whose time is not typed yet are left out. */
export function previewedValues(values: EventValues, saved: AdminEvent | undefined): PreviewedEvent {
  const { eventName, isEnabled, videoLink, venue, isInPerson, logo, featuredSponsorId } = values
  return {
    eventId: saved?.eventId ?? 0,
    eventName,
    description: JSON.stringify({ eventLogoLink: logo }),
    videoLink: videoLink || null,
    venue: venue || null,
    isInPerson,
    facts: factLines(values),
    featuredSponsorId,
    isEnabled,
    isDraft: saved?.isDraft ?? true,
    speakers: saved?.speakers ?? [],
    sponsors: saved?.sponsors ?? [],
    slots: keptSlots(values).flatMap((slot, place) => {
      const time = timeOf(slot)
      const { focusId, isOpen } = slot
      return time && focusId !== null
        ? [{ ...time, focusId, isOpen, eventSlotId: slot.eventSlotId ?? -place - 1 }]
        : []
    }),
  }
}
