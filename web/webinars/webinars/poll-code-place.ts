import { place } from '#web/core/ui/place.tsx'

/** The place for a poll's code, on the pages where people watch. */
export const PollCodePlace = place()
