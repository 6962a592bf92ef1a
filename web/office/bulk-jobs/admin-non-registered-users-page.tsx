import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, SearchX } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { seasonLabel, seasonYears } from '#contract/core/season.ts'
import { uploadImport } from '#contract/office/imports/calls.ts'
import { startMessage } from '#contract/outreach/messages/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import {
  exportUnregisteredUsersCsv,
  getAllUnregisteredUsers,
  pageSizes,
} from '#contract/registrations/registration-lists/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { DataTable } from '#web/core/ui/data-table.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { useListAddress } from '#web/core/ui/list-address.ts'
import page from '#web/core/ui/list-page.module.css'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { TablePager } from '#web/core/ui/table-pager.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import { messagePanel } from '#web/outreach/messages/admin-message.ts'
import { editUser } from '#web/people/users/admin-edit-user.tsx'
import { DownloadUnregistered } from '#web/registrations/registration-lists/download-list.tsx'
import { EventFilters } from '#web/registrations/registration-lists/event-filters.tsx'
import { unregisteredColumns } from '#web/registrations/registration-lists/unregistered-columns.tsx'
import type { UnregisteredSearch } from '#web/registrations/registration-lists/unregistered-search.ts'
import {
  readUnregisteredSearch,
  unregisteredFilter,
  unregisteredQuery,
} from '#web/registrations/registration-lists/unregistered-search.ts'
import { addToEvents } from '#web/registrations/registrations/admin-add-to-events.tsx'
import { UnregisteredActs, useUserSelection } from './unregistered-acts.tsx'

/** 'Users with no event for a year': people to write to and to add to events. The address keeps the filters. */
export default function AdminNonRegisteredUsersPage() {
  const season = currentSeason()
  const { search, change } = useListAddress(readSearch)
  const query = unregisteredQuery(search, season)
  const list = useData(getAllUnregisteredUsers, { query }, { keepPrevious: true })
  const { users, pagination } = list.data ?? {}
  const filter = unregisteredFilter(search, season)
  const selection = useUserSelection(users ?? noUsers, JSON.stringify(filter))
  const total = pagination?.totalRecords ?? 0
  const year = seasonLabel(query.year)
  const title = search.eventName
    ? `Users not registered for ${search.eventName}`
    : `Users with no event for ${year}`

  return (
    <div className={`page ${page.page}`}>
      <div className="stack">
        <div className={`row ${page.heading}`}>
          <PageHeading tab="Non registered Users">{title}</PageHeading>
          <span className={`muted small figures ${page.count}`} role="status">
            {pagination && counted(total, 'person', 'people')}
          </span>
          {can(exportUnregisteredUsersCsv) && total > 0 && (
            <div className={`row ${page.tools}`}>
              <DownloadUnregistered filter={filter} total={total} />
            </div>
          )}
        </div>
        <Filters season={season} search={search} onChange={change} />
      </div>
      <div className={`card ${page.list}`}>{body()}</div>
      <messagePanel.Panel />
      <addToEvents.Panel />
      <editUser.Panel />
    </div>
  )

  function body() {
    if (!users || !pagination) {
      if (list.error) return <Failure error={list.error} retry={list.reload} />
      return <TableSkeleton label="Loading people" />
    }
    if (total === 0) {
      return search.search ? (
        <EmptyState icon={SearchX} title="No one found" text={`${title}: no one matches the search.`}>
          <Button variant="default" onClick={() => change({ search: undefined, page: undefined })}>
            Clear the search
          </Button>
        </EmptyState>
      ) : (
        <EmptyState
          icon={CalendarCheck}
          title={search.eventName ? 'Everyone is registered' : `No one is without an event for ${year}`}
          text="People without a registration will show up here."
        >
          {can(uploadImport) && (
            <Button component={Link} to={paths.imports()} variant="default">
              Import people
            </Button>
          )}
        </EmptyState>
      )
    }
    return (
      <>
        <UnregisteredActs selection={selection} filter={filter} total={total} />
        <DataTable
          label={title}
          columns={unregisteredColumns}
          {...(can(startMessage) && { selection })}
          rows={users}
          rowId={({ userId }) => userId}
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

const noUsers: User[] = []

function readSearch(params: Record<string, unknown>): UnregisteredSearch {
  return readUnregisteredSearch(params, currentSeason())
}

interface FiltersProps {
  season: number
  search: UnregisteredSearch
  onChange: (changes: UnregisteredSearch, replace?: boolean) => void
}

function Filters({ season, search, onChange }: FiltersProps) {
  const typed = useTypedSearch(search.search ?? '', (text) =>
    onChange({ search: text || undefined, page: undefined }, true),
  )
  return (
    <div className="row">
      <SearchBox placeholder="Name, email, company, phone" typed={typed} />
      <EventFilters
        years={seasonYears(season).adminFilter}
        season={season}
        chosen={search}
        onChange={(chosen) => onChange({ ...chosen, page: undefined })}
      />
    </div>
  )
}
