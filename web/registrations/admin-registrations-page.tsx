import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { Data } from '#contract/endpoint.ts'
import type { RegistrationRow, SortColumn } from '#contract/registration-rows.ts'
import {
  countRegisteredUsers,
  getAllRegisteredUsers,
  type Pagination,
  pageSizes,
} from '#contract/registrations.ts'
import { AdminEmailHistory } from '#web/certificates/admin-email-history.tsx'
import { useData } from '#web/platform/api/data.tsx'
import { currentSeason } from '#web/platform/season.ts'
import { DataTable, type TableSort } from '#web/platform/ui/data-table.tsx'
import { Failure } from '#web/platform/ui/failure.tsx'
import { PageHeading } from '#web/platform/ui/page-heading.tsx'
import { shownCount, TablePager } from '#web/platform/ui/table-pager.tsx'
import { TableSkeleton } from '#web/platform/ui/table-skeleton.tsx'
import styles from './admin-registrations-page.module.css'
import { DownloadCsv } from './download-csv.tsx'
import { NoRegistrations } from './no-registrations.tsx'
import { registrationColumns } from './registration-columns.tsx'
import { noFilters, RegistrationFilters } from './registration-filters.tsx'
import {
  filterQuery,
  pageQuery,
  type RegistrationSearch,
  readRegistrationSearch,
} from './registration-search.ts'

/** 'All Registrations': every registration, searched, filtered and sorted by the server; its address keeps how. */
export default function AdminRegistrationsPage() {
  const season = currentSeason()
  const { search, change } = useAddress()
  const query = pageQuery(search, season)
  const list = useData(getAllRegisteredUsers, { query: { ...query, count: 'apart' } }, { keepPrevious: true })
  const { registrations, pagination: told } = list.data ?? {}
  // What a search finds is counted while its first rows are shown already.
  const isCounting = told?.isAtLeast === true && !list.isPrevious
  const count = useData(
    countRegisteredUsers,
    { query: filterQuery(search, season) },
    { isEnabled: isCounting },
  )
  const pagination = told && { ...told, ...(isCounting && count.data && counted(count.data, told)) }
  const isCounted = !told?.isAtLeast || count.data !== undefined
  const total = pagination?.totalRecords ?? 0
  useExistingPage(pagination, change)

  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <div className={styles.heading}>
          <PageHeading className={styles.title}>All Registrations</PageHeading>
          <span className={styles.count} role="status">
            {pagination &&
              isCounted &&
              `${shownCount(total, pagination.isAtLeast)} ${total === 1 ? 'registration' : 'registrations'}`}
          </span>
          {total > 0 && <DownloadCsv search={search} season={season} />}
        </div>
        <RegistrationFilters
          search={search}
          season={season}
          onChange={(changes) => change({ ...changes, page: undefined }, 'search' in changes)}
        />
      </div>
      <div className={styles.list}>{body()}</div>
      <AdminEmailHistory />
    </div>
  )

  function body() {
    if (!registrations || !pagination) {
      if (list.error) return <Failure error={list.error} retry={list.reload} />
      return <TableSkeleton label="Loading the registrations" />
    }
    if (total === 0) {
      return (
        <NoRegistrations
          search={search}
          season={season}
          onChange={change}
          onClear={() => change(noFilters)}
          onReload={() => void list.reload()}
        />
      )
    }
    return (
      <>
        <DataTable
          label="All Registrations"
          columns={registrationColumns}
          rows={registrations}
          rowId={rowId}
          sort={sortOf(search)}
          onSort={(sort) =>
            change({ sort: sort?.column as SortColumn | undefined, order: sort?.order, page: undefined })
          }
          totalRows={total}
          rowsBefore={(pagination.currentPage - 1) * pagination.limit}
          isStale={list.isPrevious}
          pageKey={JSON.stringify(query)}
        />
        <TablePager
          page={pagination.currentPage}
          totalPages={pagination.totalPages}
          totalRows={isCounted ? total : undefined}
          isAtLeast={pagination.isAtLeast}
          pageSize={pagination.limit}
          pageSizes={pageSizes}
          onPage={(page) => change({ page: page === 1 ? undefined : page })}
          onPageSize={(size) =>
            change({
              limit: pageSizes.find((known) => known === size && known !== pageSizes[0]),
              page: undefined,
            })
          }
        />
      </>
    )
  }
}

/** What the address asks for, and a way to ask for something else. */
function useAddress() {
  const navigate = useNavigate()
  const params = useSearch({ strict: false }) as Record<string, unknown>
  const search = useMemo(() => readRegistrationSearch(params), [params])
  const change = (changes: RegistrationSearch, replace = false) =>
    void navigate({
      to: '.',
      search: readRegistrationSearch({ ...search, ...changes }),
      replace,
      resetScroll: false,
    })
  return { search, change }
}

/** Rows can vanish, and addresses can be old: a page behind the last becomes the last. */
function useExistingPage(
  pagination: { currentPage: number; totalPages: number; totalRecords: number } | undefined,
  change: (changes: RegistrationSearch, replace: boolean) => void,
) {
  const last =
    pagination && pagination.totalRecords > 0 && pagination.currentPage > pagination.totalPages
      ? pagination.totalPages
      : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a page that does not exist leads elsewhere
  useEffect(() => {
    if (last !== undefined) change({ page: last }, true)
  }, [last])
}

/** Behind what was counted, there may be a next page still. */
function counted({ totalRecords, isAtLeast }: Data<typeof countRegisteredUsers>, told: Pagination) {
  const totalPages = Math.max(Math.ceil(totalRecords / told.limit), isAtLeast ? told.totalPages : 1)
  return { totalRecords, isAtLeast, totalPages }
}

function rowId(row: RegistrationRow): string {
  return String(row.registrationId)
}

function sortOf({ sort, order = 'asc' }: RegistrationSearch): TableSort | undefined {
  return sort && { column: sort, order }
}
