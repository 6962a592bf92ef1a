import { unitedStates } from '#contract/core/countries.ts'
import { paths } from '#contract/core/paths.ts'
import type { RegistrationFilter } from '#contract/registration-lists/rows.ts'
import type { RegistrationSearch } from '#web/registration-lists/registration-search.ts'

/** Which registrations a figure of the dashboard counts, or whose. */
export interface CountedRegistrations
  extends Pick<
    RegistrationFilter,
    | 'eventName'
    | 'eventSlotId'
    | 'focusId'
    | 'country'
    | 'membership'
    | 'certificate'
    | 'credited'
    | 'joinUrl'
  > {
  /** The season they are of. */
  year: number
  /** null: of no state of the United States. */
  state?: string | null
}

/** Leads to what a figure counts in All Registrations. */
export function registrationsLink(
  { year, eventName, eventSlotId, state, country, ...counted }: CountedRegistrations,
  season: number,
) {
  const search: RegistrationSearch = {
    ...(year !== season && { year }),
    ...(eventName && { eventName }),
    ...(eventName && eventSlotId && { eventSlotId }),
    ...(state && { state }),
    ...(country && country !== unitedStates && { country }),
    ...counted,
  }
  return { to: paths.allRegistrations(), search } as const
}
