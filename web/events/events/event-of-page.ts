import { createContext, useContext } from 'react'
import type { AdminEvent } from '#contract/events/events/calls.ts'

/** An event with its renewal year. */
export interface EventOfPage {
  event: AdminEvent
  year: number
}

/** The event whose tabs are shown. */
export const EventOfPageContext = createContext<EventOfPage | undefined>(undefined)

/** Returns the event of a tab. Only the layout with the tabs shows such a page. */
export function useEventOfPage(): EventOfPage {
  const event = useContext(EventOfPageContext)
  if (!event) throw new Error('No event above this page')
  return event
}
