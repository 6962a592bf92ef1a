import type { Data } from '#contract/core/endpoint.ts'
import type { Pagination } from '#contract/registrations/registration-lists/calls.ts'
import {
  countRegisteredUsers,
  getAllRegisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import type { RegistrationSearch } from './registration-search.ts'
import { filterQuery, pageQuery } from './registration-search.ts'

/** Reads one page of the list. Shows the first rows of a search while its matches are still counted. */
export function useRegistrationList(search: RegistrationSearch, season: number) {
  const query = pageQuery(search, season)
  const list = useData(
    getAllRegisteredUsers,
    { query: { ...query, count: 'apart' } },
    { keepPrevious: true, isSteady: true },
  )
  const { pagination: told } = list.data ?? {}
  const isCounting = told?.isAtLeast === true && !list.isPrevious
  const count = useData(
    countRegisteredUsers,
    { query: filterQuery(search, season) },
    { isEnabled: isCounting },
  )
  const pagination = told && { ...told, ...(isCounting && count.data && withCount(count.data, told)) }
  return {
    ...list,
    query,
    pagination,
    registrations: list.data?.registrations,
    newestId: list.isPrevious ? undefined : list.data?.newestId,
    /** Says in a word if a page or the count is on its way. */
    pending: list.isPrevious
      ? 'Loading…'
      : isCounting && !count.data && !count.error
        ? 'Counting…'
        : undefined,
    /** Whether the total in `pagination` is final. */
    isCounted: !told?.isAtLeast || count.data !== undefined,
  }
}

/** If the count stopped early, there may be another page after the counted ones. */
function withCount({ totalRecords, isAtLeast }: Data<typeof countRegisteredUsers>, told: Pagination) {
  const totalPages = Math.max(Math.ceil(totalRecords / told.limit), isAtLeast ? told.totalPages : 1)
  return { totalRecords, isAtLeast, totalPages }
}
