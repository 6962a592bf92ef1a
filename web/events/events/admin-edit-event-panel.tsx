import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { AdminEventForm } from './admin-event-form.tsx'

/** Edits an event and its time slots, or adds one without an id. */
export default function AdminEditEventPanel({
  eventId,
  isOpen,
  onClose,
}: DialogProps & { eventId?: number }) {
  const years = useData(getEventsWithSlots, { query: {} })
  const event = years.data?.years.flatMap((year) => year.events).find((each) => each.eventId === eventId)
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      size={952}
      title={eventId === undefined ? 'Add new event' : 'Edit event'}
      {...(event && { about: event.eventName })}
    >
      <Loaded of={years}>
        {() => <AdminEventForm isNew={eventId === undefined} newest={event} onClose={onClose} />}
      </Loaded>
    </SidePanel>
  )
}
