import type { PlainDate } from '#contract/core/plain-dates.ts'
import { portalZone } from '#contract/core/season.ts'
import type { SentWith } from './attendance-tables.ts'

/** A file sender's choices, as stored with it. */
export interface StoredChoices {
  timeZone: string | null
  zoneWins: boolean
  timesOn: PlainDate | null
}

/** Returns how to read a stored file again. Earlier versions of the readers took times without a zone as Eastern. */
export function sentWith({ timeZone, zoneWins, timesOn }: StoredChoices): SentWith {
  return { zone: timeZone ?? portalZone, zoneWins, day: timesOn ?? undefined }
}
