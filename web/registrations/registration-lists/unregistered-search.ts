import { seasonYears } from '#contract/core/season.ts'
import { pageSizes } from '#contract/registrations/registration-lists/calls.ts'
import type { RegistrationSearch } from './registration-search.ts'
import { readRegistrationSearch } from './registration-search.ts'

/** The search parameters of Non registered Users, with the defaults of All Registrations. */
export type UnregisteredSearch = Pick<
  RegistrationSearch,
  'search' | 'eventName' | 'eventSlotId' | 'page' | 'limit'
> & {
  year?: number | undefined
}

/** Reads the parameters; drops an impossible year. */
export function readUnregisteredSearch(params: Record<string, unknown>, season: number): UnregisteredSearch {
  const { search, eventName, eventSlotId, page, limit } = params
  const year = seasonYears(season).adminFilter.find((known) => known === params.year && known !== season)
  return readRegistrationSearch({ search, year, eventName, eventSlotId, page, limit }) as UnregisteredSearch
}

/** Returns the filter, as the list, the CSV export and messages take it. */
export function unregisteredFilter(
  { year, search, eventName, eventSlotId }: UnregisteredSearch,
  season: number,
) {
  return { search, eventName, ...(eventName && { eventSlotId }), year: year ?? season }
}

/** Returns the query for one page of the list. */
export function unregisteredQuery(search: UnregisteredSearch, season: number) {
  return {
    ...unregisteredFilter(search, season),
    page: search.page ?? 1,
    limit: search.limit ?? pageSizes[0],
  }
}
