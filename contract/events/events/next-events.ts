/** An upcoming event for visitors who are not signed in. */
export interface NextEvent {
  eventId: number
  eventName: string
  /** From `shownDates`: the login page has no code for it. */
  days: string
  /** From `placeOf`. */
  place: string
}

/** The most events shown. */
export const nextEventsShown = 4

/** The name of the login page's meta element that holds them as JSON. */
export const nextEventsMeta = 'next-events'
