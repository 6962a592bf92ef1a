import { paths } from '#contract/paths.ts'
import type { RegistrationSearch } from '#web/registrations/registration-search.ts'

/** Which registrations a figure of the dashboard counts, or whose. */
export interface CountedRegistrations {
  /** The season they are of. */
  year: number
  eventName?: string | undefined
  eventSlotId?: number
  focusId?: number
  country?: string
  /** null: of no state of the United States. */
  state?: string | null
  membership?: 'aopa' | 'nbaa' | 'vai' | 'none'
  certificate?: 'issued' | 'mailed'
  hours?: 'none' | 'some' | 'enough' | 'short'
  joinUrl?: 'missing'
}

/** Leads to what a figure counts in All Registrations, as far as that list can be filtered by it. */
export function registrationsLink({ year, eventName, eventSlotId }: CountedRegistrations, season: number) {
  const search: RegistrationSearch = {
    ...(year !== season && { year }),
    ...(eventName && { eventName }),
    ...(eventName && eventSlotId && { eventSlotId }),
  }
  return { to: paths.allRegistrations(), search } as const
}
