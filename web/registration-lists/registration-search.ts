import * as z from 'zod/mini'
import { longest } from '#contract/core/fields.ts'
import { id } from '#contract/core/wire.ts'
import { lastPage, pageSizes } from '#contract/registration-lists/calls.ts'
import { sortColumns } from '#contract/registration-lists/rows.ts'
import { dropped, droppedText, readListSearch } from '#web/core/ui/list-search.ts'

/**
 * The search parameters of All Registrations. What is absent is at its default: the season, no filter, the server's order,
 * the first page of 100.
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
  certificate: dropped(z.enum(['none', 'issued', 'mailed'])),
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

/** What a figure of the dashboard narrows the list by, besides what the filters offer; each shown by words that take it away. */
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

/** The filters as the list and the CSV export take them. */
export function filterQuery(search: RegistrationSearch, season: number) {
  return {
    ...chosenChips(search),
    ...(search.search ? { search: search.search } : {}),
    ...(search.year === 'All' ? {} : { year: search.year ?? season }),
    ...(search.eventName ? { eventName: search.eventName } : {}),
    ...(search.eventName && search.eventSlotId ? { eventSlotId: search.eventSlotId } : {}),
    ...(search.sort ? { sort: search.sort, order: search.order ?? ('asc' as const) } : {}),
  }
}

function chosenChips(search: RegistrationSearch): Pick<RegistrationSearch, ChipFilter> {
  return Object.fromEntries(
    chipFilters.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
}

/** One page of the list. */
export function pageQuery(search: RegistrationSearch, season: number) {
  return {
    ...filterQuery(search, season),
    page: search.page ?? 1,
    limit: search.limit ?? pageSizes[0],
  }
}

/** How many filters narrow the list beyond the season's default. */
export function filtersInUse(search: RegistrationSearch, season: number): number {
  const changedYear = search.year !== undefined && search.year !== season
  const chosen = [search.search, changedYear, search.eventName, search.eventName && search.eventSlotId]
  return chosen.filter(Boolean).length + Object.keys(chosenChips(search)).length
}
