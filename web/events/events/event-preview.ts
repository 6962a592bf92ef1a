import type { AdminEvent } from '#contract/events/events/calls.ts'
import type { CheckedEvent } from '#contract/events/events/checklist.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import type { AdminSlot } from '#contract/events/slots/calls.ts'
import { focuses } from '#web/events/slots/focuses.ts'
import { byStart } from '#web/events/slots/slot-choices.ts'
import { breaksOf, keptSlots, timeOf } from '#web/events/slots/slot-values.ts'
import type { EventValues } from './event-values.ts'
import { sentFields } from './event-values.ts'
import type { GroupedEvent } from './grouped-events.ts'
import { groupEvents } from './grouped-events.ts'

/** The parts of an event that its card shows. */
export type PreviewedEvent = Omit<
  AdminEvent,
  'slots' | 'status' | 'formattedDuration' | 'hasEvaluation' | 'version'
> & {
  slots: (PlannedTime & Pick<AdminSlot, 'eventSlotId' | 'focusId' | 'isOpen'>)[]
}

/** Returns an event as its card shows it, an unpublished one as if open; undefined without slots. */
export function previewOf({ slots, isDraft, ...event }: PreviewedEvent): GroupedEvent | undefined {
  const rows = slots.toSorted(byStart).map((slot) => ({
    ...event,
    ...slot,
    breaks: [...slot.breaks],
    isEnabled: event.isEnabled || isDraft,
    focusName: focuses.find(({ focusId }) => focusId === slot.focusId)?.focusName ?? '',
    capacity: null,
    seatsLeft: null,
  }))
  return groupEvents(rows, [])[0]
}

/** Returns the typed event with its saved speakers and sponsors. Leaves out slots without a time or a type. */
export function previewedValues(values: EventValues, saved: AdminEvent | undefined): PreviewedEvent {
  return {
    eventId: saved?.eventId ?? 0,
    ...sentFields(values, saved),
    isDraft: saved?.isDraft ?? true,
    speakers: saved?.speakers ?? [],
    sponsors: saved?.sponsors ?? [],
    slots: keptSlots(values).flatMap((slot, place) => {
      const { eventSlotId, focusId, isOpen } = slot
      const time = timeOf(slot)
      if (!time || focusId === null) return []
      const breaks = breaksOf(slot, values.isInPerson)
      return [{ ...time, breaks, focusId, isOpen, eventSlotId: eventSlotId ?? -place - 1 }]
    }),
  }
}

/** Returns the typed event for its checklist. Slots keep their saved webinars. */
export function checkedValues(values: EventValues, saved: AdminEvent | undefined): CheckedEvent {
  const webinars = new Map(saved?.slots.map(({ eventSlotId, webinarId }) => [eventSlotId, webinarId]))
  const { slots, ...event } = previewedValues(values, saved)
  return {
    ...event,
    slots: slots.map((slot) => ({ ...slot, webinarId: webinars.get(slot.eventSlotId) ?? null })),
  }
}
