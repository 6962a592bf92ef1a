import type { Data } from '#contract/core/endpoint.ts'
import {
  countRegisteredUsers,
  getAllRegisteredUsers,
  type Pagination,
} from '#contract/registration-lists/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { filterQuery, pageQuery, type RegistrationSearch } from './registration-search.ts'

/** The page that is asked for; what a search finds is counted while its first rows are shown already. */
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
  const pagination = told && { ...told, ...(isCounting && count.data && counted(count.data, told)) }
  return {
    ...list,
    query,
    pagination,
    registrations: list.data?.registrations,
    newestId: list.isPrevious ? undefined : list.data?.newestId,
    /** Whether `pagination` tells how many there are, or as many as are counted. */
    isCounted: !told?.isAtLeast || count.data !== undefined,
  }
}

/** Behind what was counted, there may be a next page still. */
function counted({ totalRecords, isAtLeast }: Data<typeof countRegisteredUsers>, told: Pagination) {
  const totalPages = Math.max(Math.ceil(totalRecords / told.limit), isAtLeast ? told.totalPages : 1)
  return { totalRecords, isAtLeast, totalPages }
}
