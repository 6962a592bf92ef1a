import { useDebouncedValue } from '@mantine/hooks'
import { Users } from 'lucide-react'
import { useContext } from 'react'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import {
  exportRegisteredUsersCsv,
  getAllRegisteredUsers,
  pageSizes,
} from '#contract/registrations/registration-lists/calls.ts'
import type { RegistrationRow, SortColumn } from '#contract/registrations/registration-lists/rows.ts'
import { severalPeople } from '#web/attendance/attendance-decisions/answer-panels.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { can } from '#web/core/session/can.ts'
import { ActionMenu } from '#web/core/ui/action-menu.tsx'
import type { TableSort } from '#web/core/ui/data-table.tsx'
import { DataTable, listId } from '#web/core/ui/data-table.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { useListAddress } from '#web/core/ui/list-address.ts'
import styles from '#web/core/ui/list-page.module.css'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { CompactView, ShownColumns, useHiddenColumns, useIsCompact } from '#web/core/ui/shown-columns.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import { shownTotal, TablePager } from '#web/core/ui/table-pager.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { Toolbar } from '#web/core/ui/toolbar.tsx'
import { emailHistory } from '#web/counting/certificates/admin-email-history.tsx'
import { findingDetails } from '#web/counting/credit-findings/registration-finding.ts'
import { EventOfPageContext } from '#web/events/events/event-of-page.ts'
import { messagePanel } from '#web/outreach/messages/admin-message.ts'
import { editUser } from '#web/people/users/admin-edit-user.tsx'
import { DownloadRegistrations } from '#web/registrations/registration-lists/download-list.tsx'
import { NewRegistrations } from '#web/registrations/registration-lists/new-registrations.tsx'
import { NoRegistrations } from '#web/registrations/registration-lists/no-registrations.tsx'
import { OtherYears } from '#web/registrations/registration-lists/other-years.tsx'
import {
  noFilters,
  RegistrationFilters,
} from '#web/registrations/registration-lists/registration-filters.tsx'
import type { RegistrationSearch } from '#web/registrations/registration-lists/registration-search.ts'
import {
  filterOf,
  filtersInUse,
  pageQuery,
  readRegistrationSearch,
} from '#web/registrations/registration-lists/registration-search.ts'
import { useRegistrationSelection } from '#web/registrations/registration-lists/registration-selection.ts'
import { RowActions, useRowActions } from '#web/registrations/registration-lists/row-actions.ts'
import { addToEvents } from '#web/registrations/registrations/admin-add-to-events.tsx'
import { changeRegistration } from '#web/registrations/registrations/admin-change-registration.tsx'
import { bulkJobs } from './admin-bulk.tsx'
import { AdminBulkTools } from './admin-bulk-tools.tsx'
import { RegistrationActs } from './registration-acts.tsx'
import {
  columnsWithoutAnswers,
  hiddenInCompact,
  hideableColumns,
  registrationColumns,
} from './registration-columns.tsx'

/**
 * 'All Registrations', which the server searches, filters and sorts; the address keeps the choices. On the tab of an event: that
 * event's, without filters by year and event.
 */
export default function AdminRegistrationsPage() {
  const here = useContext(EventOfPageContext)
  const title = here ? 'Registrations' : 'All Registrations'
  const of = here && { eventName: here.event.eventName, year: here.year }
  const season = currentSeason()
  const { search: given, change } = useListAddress(readRegistrationSearch)
  const search: RegistrationSearch = of ? { ...given, ...of } : given
  const query = pageQuery(search, season)
  const list = useData(getAllRegisteredUsers, { query }, { keepPrevious: true, isSteady: true })
  const { registrations, pagination, newestId } = list.data ?? {}
  const total = pagination?.totalRecords ?? 0
  // A quick answer leaves the heading as it is.
  const [isSlow] = useDebouncedValue(list.isPrevious, 300)
  const selection = useRegistrationSelection(
    registrations ?? noRows,
    JSON.stringify(filterOf(search, season)),
  )
  const chosen = useHiddenColumns(tableName)
  const isCompact = useIsCompact(tableName)
  const rowActions = useRowActions()

  return (
    <RowActions value={rowActions}>
      <div className={`page ${styles.page}`}>
        <div className="stack">
          <div className={`row ${styles.heading}`}>
            {total > 0 && <SkipLink to={listId}>Skip to the list</SkipLink>}
            <PageHeading>{title}</PageHeading>
            <span className={`muted small figures ${styles.count}`} role="status">
              {list.isPrevious && isSlow
                ? 'Loading…'
                : pagination &&
                  `${shownTotal(total, pagination.isAtLeast)} ${total === 1 ? 'registration' : 'registrations'}`}
            </span>
            {newestId !== undefined && !list.isPrevious && (
              <NewRegistrations search={search} season={season} newestId={newestId} />
            )}
            <Toolbar label="Actions and views" className={`row ${styles.line} ${styles.tools}`}>
              <AdminBulkTools />
              {can(exportRegisteredUsersCsv) && total > 0 && (
                <DownloadRegistrations search={search} season={season} total={total} />
              )}
              {total > 0 && !isCompact && <ShownColumns table={tableName} columns={hideableColumns} />}
              {total > 0 && <CompactView table={tableName} />}
            </Toolbar>
          </div>
          <RegistrationFilters
            search={search}
            season={season}
            isOfEvent={of !== undefined}
            onChange={(changes) => change({ ...changes, page: undefined }, 'search' in changes)}
          >
            {!of && (
              <OtherYears
                search={search}
                season={season}
                onChange={(changes) => change({ ...changes, page: undefined })}
              />
            )}
          </RegistrationFilters>
        </div>
        <div className={`card ${styles.list}`}>{body()}</div>
        <findingDetails.Panel />
        <severalPeople.Panel />
        <emailHistory.Panel />
        <bulkJobs.Panel onStarted={selection.clear} />
        <messagePanel.Panel />
        <changeRegistration.Panel rows={registrations ?? noRows} />
        <addToEvents.Panel />
        <editUser.Panel />
        <ActionMenu />
      </div>
    </RowActions>
  )

  function body() {
    if (!registrations || !pagination) {
      if (list.error) return <Failure error={list.error} retry={list.reload} />
      return <TableSkeleton label="Loading the registrations" />
    }
    if (total === 0) {
      if (of && filtersInUse(search, season) === filtersInUse(of, season)) {
        return (
          <EmptyState
            icon={Users}
            title="No registrations yet"
            text="People who register will show up here."
          />
        )
      }
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
        <RegistrationActs selection={selection} search={search} season={season} total={total} />
        <DataTable
          label={title}
          columns={registrations.some(({ answers }) => answers) ? registrationColumns : columnsWithoutAnswers}
          hidden={isCompact ? hiddenInCompact : chosen}
          {...(can(startBulkJob) && { selection })}
          onEnter={rowActions.showMenu}
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
        <TablePager pagination={pagination} pageSizes={pageSizes} onChange={change} />
      </>
    )
  }
}

const tableName = 'all registrations'
const noRows: RegistrationRow[] = []

function rowId(row: RegistrationRow) {
  return String(row.registrationId)
}

function sortOf({ sort, order = 'asc' }: RegistrationSearch): TableSort | undefined {
  return sort && { column: sort, order }
}
