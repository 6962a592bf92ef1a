import { Skeleton, Stack } from '@mantine/core'
import { CalendarX } from 'lucide-react'
import { getEventsWithSlots } from '#contract/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { AdminEventForm } from './admin-event-form.tsx'
import type { KeptEvent } from './kept-event.ts'

interface Props extends DialogProps {
  eventId?: number
  kept?: KeptEvent
}

/** Everything of an event and its time slots. */
export default function AdminEditEventPanel({ eventId, kept, isOpen, onClose }: Props) {
  const years = useData(getEventsWithSlots, { query: {} })
  const events = years.data?.years.flatMap((year) => year.events)
  const name = events?.find((event) => event.eventId === eventId)?.eventName
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      size={860}
      title={eventId === undefined ? 'Add new event' : 'Edit event'}
      {...(name && { about: name })}
    >
      <Loaded of={years} meanwhile={<Meanwhile />}>
        {(data) => {
          const all = data.years.flatMap((year) => year.events)
          const event = all.find((each) => each.eventId === eventId)
          if (eventId !== undefined && !event && !kept) return <Gone />
          return <AdminEventForm newest={event} events={all} kept={kept} onClose={onClose} />
        }}
      </Loaded>
    </SidePanel>
  )
}

function Gone() {
  return (
    <EmptyState
      icon={CalendarX}
      title="This event has been deleted"
      text="The history says when, and by whom."
    />
  )
}

function Meanwhile() {
  return (
    <Stack gap="md" role="status" aria-label="Loading the event">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={58} />
      ))}
    </Stack>
  )
}
