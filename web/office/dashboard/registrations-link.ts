import { unitedStates } from '#contract/core/countries.ts'
import { paths } from '#contract/core/paths.ts'
import type { RegistrationFilter } from '#contract/registrations/registration-lists/rows.ts'
import type { RegistrationSearch } from '#web/registrations/registration-lists/registration-search.ts'

/** The registrations, or the people's registrations, that a figure counts. */
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
  year: number
  /** null: no state of the United States. */
  state?: string | null
}

/** Filters All Registrations by them. */
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
