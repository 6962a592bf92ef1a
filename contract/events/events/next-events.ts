/** An upcoming event for visitors who are not signed in. */
export interface NextEvent {
  eventId: number
  eventName: string
  /** From `shownDates`, because the login page has no code for it. */
  days: string
  /** From `placeOf`. */
  place: string
}

export const nextEventsShown = 4

/** The login page's meta element with these events as JSON. */
export const nextEventsMeta = 'next-events'
