import { useMemo } from 'react'
import { getOpenEvents } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { groupEvents } from '#web/events/events/grouped-events.ts'

/** Reads the published events of this renewal year and later, for everyone. */
export function useOpenEvents() {
  const { data, error, reload } = useData(getOpenEvents, {}, { isQuiet: true })
  const grouped = useMemo<GroupedEvent[] | undefined>(() => data && groupEvents(data.events, []), [data])
  return { data: grouped, error, reload }
}
