import { useMemo } from 'react'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { groupEvents } from '#web/events/events/grouped-events.ts'

/** Reads the events with a slot in a renewal year or later, and marks the slots of the person's registrations and waits. */
export function useEvents(from: number) {
  const events = useData(getAllEvents, { query: { from } })
  const held = useData(getRegisteredEvents, {})
  const grouped = useMemo<GroupedEvent[] | undefined>(
    () =>
      events.data &&
      held.data &&
      groupEvents(events.data.events, held.data.registeredEvents, held.data.waitlist),
    [events.data, held.data],
  )
  const reload = useReload()
  return {
    data: grouped,
    error: events.error ?? held.error,
    reload: () => reload(getAllEvents, getRegisteredEvents),
  }
}
