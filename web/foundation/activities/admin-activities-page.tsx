import { Button } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { useListAddress } from '#web/core/ui/list-address.ts'
import page from '#web/core/ui/list-page.module.css'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityHistory } from './activity-history.tsx'
import { readActivitySearch } from './activity-search.ts'

export default function AdminActivitiesPage() {
  const { search, change, clear } = useListAddress(readActivitySearch)
  return (
    <div className={`page ${page.page}`}>
      <div className="stack">
        <PageHeading>Activity log</PageHeading>
        <ActivityFilters search={search} onChange={(changes) => change(changes, 'search' in changes)} />
      </div>
      <div className={`card ${page.list}`} data-scrolls>
        <ActivityHistory
          filter={search}
          loading={<TableSkeleton label="Loading the history" />}
          {...(Object.keys(search).length > 0 && {
            empty: (
              <EmptyState icon={SearchX} title="No results" text="No entries of this kind.">
                <Button variant="default" onClick={clear}>
                  Show everything
                </Button>
              </EmptyState>
            ),
          })}
        />
      </div>
    </div>
  )
}
