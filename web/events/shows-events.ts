import { getActivities } from '#contract/activities/calls.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events/calls.ts'

/** The reads that show events, speakers and sponsors. A change of one of them reloads these. */
export const showsEvents = [getEventsWithSlots, getAllEvents, getActivities]
