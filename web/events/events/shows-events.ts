import { getAllEvents, getEventsWithSlots } from '#contract/events/events/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'

/** The reads that show events, speakers and sponsors. Changing one of these reloads them. */
export const showsEvents = [getEventsWithSlots, getAllEvents, getActivities]
