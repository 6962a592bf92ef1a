import * as z from 'zod/mini'
import { longest } from '#contract/fields.ts'
import { sortColumns } from '#contract/registration-rows.ts'
import { lastPage, pageSizes } from '#contract/registrations.ts'
import { id } from '#contract/wire.ts'

/**
 * The search parameters of All Registrations. What is absent is at its default: the season, no filter, the server's
 * order, the first page of 100. What makes no sense is dropped, so an old or mistyped address still opens.
 */
export const RegistrationSearch = z.object({
  search: dropped(z.string().check(z.minLength(1), z.maxLength(longest.line))),
  year: dropped(z.union([z.literal('All'), z.int().check(z.minimum(1000), z.maximum(9999))])),
  eventName: dropped(z.string().check(z.minLength(1), z.maxLength(longest.line))),
  eventSlotId: dropped(id()),
  sort: dropped(z.enum(sortColumns)),
  order: dropped(z.enum(['asc', 'desc'])),
  page: dropped(z.int().check(z.positive(), z.maximum(lastPage))),
  limit: dropped(z.literal([...pageSizes])),
})
export type RegistrationSearch = z.infer<typeof RegistrationSearch>

/** Reads an address' search parameters; a search of digits only arrives as a number. */
export function readRegistrationSearch(params: Record<string, unknown>): RegistrationSearch {
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : value)
  const found = RegistrationSearch.parse({
    ...params,
    search: text(params.search),
    eventName: text(params.eventName),
  })
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The filters as the list and the CSV export take them. */
export function filterQuery(search: RegistrationSearch, season: number) {
  return {
    ...(search.search ? { search: search.search } : {}),
    ...(search.year === 'All' ? {} : { year: search.year ?? season }),
    ...(search.eventName ? { eventName: search.eventName } : {}),
    ...(search.eventName && search.eventSlotId ? { eventSlotId: search.eventSlotId } : {}),
    ...(search.sort ? { sort: search.sort, order: search.order ?? ('asc' as const) } : {}),
  }
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
  return [search.search, changedYear, search.eventName, search.eventName && search.eventSlotId].filter(
    Boolean,
  ).length
}

function dropped<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined)
}
