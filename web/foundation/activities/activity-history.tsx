import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { usePortions } from '#web/core/api/portions.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { PortionList } from '#web/core/ui/portion-list.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { ActivityTable } from './activity-table.tsx'

interface Props {
  filter: ActivitySearch & { registrationId?: number }
  /** Shown while the entries load. */
  loading: ReactNode
  /** Shown if nothing is found. */
  empty?: ReactNode
  /** All entries are about one person, so the name is omitted. */
  isOfOne?: boolean
}

/** The history, newest first, with a button that reads older entries. */
export function ActivityHistory({ filter, loading, empty = <NothingYet />, isOfOne = false }: Props) {
  const read = usePortions(
    getActivities,
    (before) => ({ query: { ...filter, before } }),
    'activities',
    'activityId',
  )
  return (
    <PortionList of={read} loading={loading} empty={empty} failed="Couldn't load older entries. Try again.">
      {(entries, older) => (
        <>
          <ActivityTable entries={entries} isOfOne={isOfOne} isStale={read.isPrevious} />
          {older}
        </>
      )}
    </PortionList>
  )
}

function NothingYet() {
  return (
    <EmptyState
      icon={History}
      title="Nothing has happened yet"
      text="Registrations, cancellations and changes by administrators appear here."
    />
  )
}
