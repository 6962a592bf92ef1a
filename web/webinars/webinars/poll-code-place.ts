import { place } from '#web/core/ui/place.tsx'

/** The place for the code of a poll, on the pages where people watch. */
export const PollCodePlace = place()
