import * as z from 'zod/mini'
import { longest } from '#contract/core/fields.ts'
import { id } from '#contract/core/wire.ts'
import { lastPage, pageSizes } from '#contract/registrations/registration-lists/calls.ts'
import { sortColumns } from '#contract/registrations/registration-lists/rows.ts'
import { dropped, droppedText, readListSearch } from '#web/core/ui/list-search.ts'

/**
 * The search parameters of All Registrations. Defaults: the season, no filter, the server's order, the first page of 100.
 */
export const RegistrationSearch = z.object({
  search: droppedText(longest.line),
  year: dropped(z.union([z.literal('All'), z.int().check(z.minimum(1000), z.maximum(9999))])),
  eventName: droppedText(longest.line),
  eventSlotId: dropped(id()),
  focusId: dropped(id()),
  country: dropped(z.string().check(z.minLength(1), z.maxLength(longest.name))),
  state: dropped(z.string().check(z.minLength(1), z.maxLength(longest.name))),
  membership: dropped(z.enum(['aopa', 'nbaa', 'vai', 'none'])),
  certificate: dropped(z.enum(['none', 'issued', 'mailed', 'unmailed'])),
  joinUrl: dropped(z.literal('missing')),
  credited: dropped(z.enum(['none', 'some', 'enough', 'short'])),
  sort: dropped(z.enum(sortColumns)),
  order: dropped(z.enum(['asc', 'desc'])),
  page: dropped(z.int().check(z.positive(), z.maximum(lastPage))),
  limit: dropped(z.literal([...pageSizes])),
})
export type RegistrationSearch = z.infer<typeof RegistrationSearch>

export function readRegistrationSearch(params: Record<string, unknown>): RegistrationSearch {
  return readListSearch(RegistrationSearch, params)
}

/** The filters set only by the dashboard's links. Each is shown as a chip that removes it. */
export const chipFilters = [
  'focusId',
  'country',
  'state',
  'membership',
  'certificate',
  'joinUrl',
  'credited',
] as const
export type ChipFilter = (typeof chipFilters)[number]

/** Returns the filters, as the server takes them. */
export function filterOf(search: RegistrationSearch, season: number) {
  const { page: _, limit: __, sort: ___, order: ____, eventSlotId, year = season, ...filter } = search
  return {
    ...filter,
    year: year === 'All' ? undefined : year,
    ...(filter.eventName && { eventSlotId }),
  }
}

/**
 * Returns the query for what a search finds in other years; undefined without a search or a year. Leaves out
 * the event, which is in one year only. A filter by the year's hours has no such query.
 */
export function otherYearsQuery(search: RegistrationSearch, season: number) {
  const { year, search: term, eventName: _, eventSlotId: __, credited, ...filter } = filterOf(search, season)
  if (year === undefined || !term?.trim() || credited !== undefined) return undefined
  return { ...filter, year, search: term }
}

/** Returns the filters and the order, as the list and the CSV export take them. */
export function filterQuery(search: RegistrationSearch, season: number) {
  const { sort, order = 'asc' } = search
  return { ...filterOf(search, season), ...(sort && { sort, order }) }
}

/** Returns the query for one page of the list. */
export function pageQuery(search: RegistrationSearch, season: number) {
  return {
    ...filterQuery(search, season),
    page: search.page ?? 1,
    limit: search.limit ?? pageSizes[0],
  }
}

/** Returns how many filters differ from the default. */
export function filtersInUse(search: RegistrationSearch, season: number): number {
  const { year, ...filter } = filterOf(search, season)
  return Object.values({ ...filter, year: year !== season || undefined }).filter(Boolean).length
}
