import { useEffect, useMemo, useState } from 'react'
import { getOpenEvents } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { usePageData } from '#web/core/page-data.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { groupEvents } from '#web/events/events/grouped-events.ts'

/** Reads the published events of this renewal year and later, for everyone. */
export function useOpenEvents() {
  const { data, error, reload } = useData(getOpenEvents, {}, { isQuiet: true })
  const grouped = useMemo<GroupedEvent[] | undefined>(() => data && groupEvents(data.events, []), [data])
  return { data: grouped, error, reload }
}

/** Reads one of these events: null if it is not listed. The page that the server drew has it already. */
export function useOpenEvent(eventId: number) {
  const given = usePageData(getOpenEvents)
  const drawn = useMemo(
    () => given && groupEvents(given.events, []).find((event) => event.eventId === eventId),
    [given, eventId],
  )
  const isFresh = useIsFresh()
  const { data, error, reload } = useData(getOpenEvents, {}, { isQuiet: true, isEnabled: !drawn || !isFresh })
  const read = useMemo(
    () => data && (groupEvents(data.events, []).find((event) => event.eventId === eventId) ?? null),
    [data, eventId],
  )
  return { data: read === undefined ? drawn : read, error, reload }
}

/** As long as answers are cached. */
const freshMs = 30_000

/** Returns true until the person returns to the page later. */
function useIsFresh() {
  const [isFresh, setFresh] = useState(true)
  useEffect(() => {
    const openedAt = Date.now()
    const look = () => {
      if (document.visibilityState === 'visible' && Date.now() - openedAt > freshMs) setFresh(false)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isFresh
}
