import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { usePortions } from '#web/core/api/portions.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { ShowOlder } from '#web/core/ui/show-older.tsx'
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
  if (!read.data) return read.error ? <Failure error={read.error} retry={read.reload} /> : loading
  if (read.data.length === 0) return empty
  return (
    <>
      <ActivityTable entries={read.data} isOfOne={isOfOne} isStale={read.isPrevious} />
      <ShowOlder read={read} failed="Couldn't load older entries. Try again." />
    </>
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
