import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  CalendarPlus,
  CalendarSync,
  FileUp,
  History,
  ListChecks,
  MailCheck,
  Mails,
  Trash2,
  UserRound,
  UserRoundPen,
} from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { paths } from '#contract/paths.ts'
import type { RegistrationRow, SortColumn } from '#contract/registration-rows.ts'
import { pageSizes } from '#contract/registrations.ts'
import { AdminBulkPanel, showBulk } from '#web/bulk-jobs/admin-bulk-panel.tsx'
import { AdminEmailCertificates, emailCertificates } from '#web/bulk-jobs/admin-email-certificates.tsx'
import { AdminUploadHours, uploadHours } from '#web/bulk-jobs/admin-upload-hours.tsx'
import { AdminEmailHistory } from '#web/certificates/admin-email-history.tsx'
import { currentSeason } from '#web/platform/season.ts'
import { ActionMenu, showActions } from '#web/platform/ui/action-menu.tsx'
import { DataTable, type TableSort } from '#web/platform/ui/data-table.tsx'
import { Failure } from '#web/platform/ui/failure.tsx'
import styles from '#web/platform/ui/list-page.module.css'
import { PageHeading } from '#web/platform/ui/page-heading.tsx'
import { ShownColumns, useHiddenColumns } from '#web/platform/ui/shown-columns.tsx'
import { shownTotal, TablePager } from '#web/platform/ui/table-pager.tsx'
import { TableSkeleton } from '#web/platform/ui/table-skeleton.tsx'
import { AdminEditUser, showEditUser } from '#web/users/admin-edit-user.tsx'
import { AdminAddToEvents, showAddToEvents } from './admin-add-to-events.tsx'
import { AdminChangeRegistration, changeRegistration } from './admin-change-registration.tsx'
import { DownloadCsv } from './download-csv.tsx'
import { NewRegistrations } from './new-registrations.tsx'
import { NoRegistrations } from './no-registrations.tsx'
import { hideableColumns, registrationColumns } from './registration-columns.tsx'
import { noFilters, RegistrationFilters } from './registration-filters.tsx'
import { filterQuery, type RegistrationSearch, readRegistrationSearch } from './registration-search.ts'
import { useRegistrationSelection } from './registration-selection.ts'
import { personOf, RowWork, useRegistrationWork } from './registration-work.ts'
import { SelectionBar } from './selection-bar.tsx'

import { useRegistrationList } from './use-registration-list.ts'

/** 'All Registrations': every registration, searched, filtered and sorted by the server; its address keeps how. */
export default function AdminRegistrationsPage() {
  const season = currentSeason()
  const { search, change } = useAddress()
  const list = useRegistrationList(search, season)
  const { registrations, pagination, isCounted, query } = list
  const total = pagination?.totalRecords ?? 0
  const selection = useRegistrationSelection(
    registrations ?? noRows,
    JSON.stringify({ ...filterQuery(search, season), sort: undefined, order: undefined }),
  )
  const hidden = useHiddenColumns(tableName)
  const rowWork = useRowWork()
  useExistingPage(pagination, change)

  return (
    <RowWork value={rowWork}>
      <div className={styles.page}>
        <div className={styles.top}>
          <div className={styles.heading}>
            <PageHeading className={styles.title}>All Registrations</PageHeading>
            <span className={styles.count} role="status">
              {pagination &&
                isCounted &&
                `${shownTotal(total, pagination.isAtLeast)} ${total === 1 ? 'registration' : 'registrations'}`}
            </span>
            {list.newestId !== undefined && (
              <NewRegistrations search={search} season={season} newestId={list.newestId} />
            )}
            <div className={styles.tools}>
              {total > 0 && <ShownColumns table={tableName} columns={hideableColumns} />}
              <Tools />
              {total > 0 && <DownloadCsv search={search} season={season} total={total} />}
            </div>
          </div>
          <RegistrationFilters
            search={search}
            season={season}
            onChange={(changes) => change({ ...changes, page: undefined }, 'search' in changes)}
          />
        </div>
        <div className={styles.list}>{body()}</div>
        <AdminEmailHistory />
        <AdminBulkPanel onStarted={selection.clear} />
        <AdminUploadHours />
        <AdminEmailCertificates />
        <AdminChangeRegistration rows={registrations ?? noRows} />
        <AdminAddToEvents />
        <AdminEditUser />
        <ActionMenu />
      </div>
    </RowWork>
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
        <SelectionBar selection={selection} search={search} season={season} total={total} />
        <DataTable
          label="All Registrations"
          columns={registrationColumns}
          hidden={hidden}
          selection={selection}
          onEnter={rowWork.showMenu}
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

/** What is done to many at once. */
function Tools() {
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<ListChecks size={15} aria-hidden />}
        onClick={() => showBulk('jobs')}
      >
        Jobs
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<FileUp size={15} aria-hidden />}
        onClick={uploadHours}
      >
        Upload CSV Hours
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<Mails size={15} aria-hidden />}
        onClick={emailCertificates}
      >
        Email Certificates in bulk
      </Button>
    </>
  )
}

const tableName = 'all registrations'
const noRows: RegistrationRow[] = []

/** What the cells of a row and the keyboard reach; the same for all of them. */
function useRowWork(): RowWork {
  const now = useRegistrationWork()
  const navigate = useNavigate()
  const work = useRef(now)
  work.current = now
  return useMemo(
    () => ({
      change: changeRegistration,
      visit(event) {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate({ href: event.currentTarget.getAttribute('href') ?? '' })
      },
      showMenu: (row, anchor) =>
        showActions(`Actions for ${personOf(row)}`, anchor, [
          { label: 'Change time slot', icon: CalendarSync, act: () => changeRegistration(row) },
          {
            label: 'Add to another event',
            icon: CalendarPlus,
            act: () => showAddToEvents({ userId: row.userId, name: personOf(row) }),
          },
          {
            label: 'Send confirmation email',
            icon: MailCheck,
            act: () => void work.current.sendConfirmation(row),
          },
          {
            label: 'Edit user',
            icon: UserRoundPen,
            act: () => showEditUser({ userId: row.userId, name: personOf(row) }),
          },
          { label: 'Person', icon: UserRound, link: { to: paths.account(row) } },
          {
            label: 'History',
            icon: History,
            link: { to: paths.activities(), search: { userId: row.userId } },
          },
          {
            label: 'Delete registration',
            icon: Trash2,
            tone: 'danger',
            act: () => void work.current.remove(row),
          },
        ]),
    }),
    [navigate],
  )
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

function rowId(row: RegistrationRow): string {
  return String(row.registrationId)
}

function sortOf({ sort, order = 'asc' }: RegistrationSearch): TableSort | undefined {
  return sort && { column: sort, order }
}
