import { getActivities } from '#contract/activities/calls.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events/calls.ts'

/** What shows events with their speakers and sponsors, and is read again once one of them was changed. */
export const showsEvents = [getEventsWithSlots, getAllEvents, getActivities]
