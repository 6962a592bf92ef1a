import { seasonYears } from '#contract/core/season.ts'
import { pageSizes } from '#contract/registration-lists/calls.ts'
import { type RegistrationSearch, readRegistrationSearch } from './registration-search.ts'

/** The search parameters of Non registered Users; what is absent is at its default, as in All Registrations. */
export type UnregisteredSearch = Pick<
  RegistrationSearch,
  'search' | 'eventName' | 'eventSlotId' | 'page' | 'limit'
> & {
  year?: number | undefined
}

/** Reads them; a year that cannot be chosen is dropped. */
export function readUnregisteredSearch(params: Record<string, unknown>, season: number): UnregisteredSearch {
  const { year, search, eventName, eventSlotId, page, limit } = readRegistrationSearch(params)
  const known = seasonYears(season).adminFilter.find((choice) => choice === year && choice !== season)
  const found = { search, year: known, eventName, eventSlotId, page, limit }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** One page of the list, as the server takes it. */
export function unregisteredQuery(
  { search, year, eventName, eventSlotId, page, limit }: UnregisteredSearch,
  season: number,
) {
  return {
    ...(search ? { search } : {}),
    ...(eventName ? { eventName } : {}),
    ...(eventName && eventSlotId ? { eventSlotId } : {}),
    year: year ?? season,
    page: page ?? 1,
    limit: limit ?? pageSizes[0],
  }
}
