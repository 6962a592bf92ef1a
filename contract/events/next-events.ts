/** An event to come, as whoever is not signed in yet sees it. */
export interface NextEvent {
  eventId: number
  eventName: string
  /** As `shownDates` says them: the page has no code that could. */
  days: string
  /** As `placeOf` says it. */
  place: string
}

/** How many of them there are at most. */
export const nextEventsShown = 3

/** What the server calls them where it tells the login page, as JSON in a meta element. */
export const nextEventsMeta = 'next-events'
