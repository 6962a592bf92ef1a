import { getActivities } from '#contract/activities.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events.ts'

/** What shows events with their speakers and sponsors, and is read again once one of them was changed. */
export const showsEvents = [getEventsWithSlots, getAllEvents, getActivities]
