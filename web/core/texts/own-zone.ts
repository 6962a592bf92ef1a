import { portalZone } from '#contract/core/season.ts'

/** The visitor's time zone, such as 'America/Chicago'. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the zone in which the visitor reads a time: their own, in person Eastern, the venue's. */
export function readingZone({ isInPerson }: { isInPerson: boolean }): string {
  return isInPerson ? portalZone : ownZone
}
