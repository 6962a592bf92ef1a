import { Select } from '@mantine/core'
import { nameOrEmail } from '#contract/core/names.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import type { Activity } from '#contract/foundation/activities/calls.ts'
import { activityLabels } from '#contract/foundation/activities/calls.ts'
import { getUserById } from '#contract/people/users/edits.ts'
import { useData } from '#web/core/api/data.tsx'
import { compactSelect } from '#web/core/ui/compact-select.tsx'
import { FilterChip } from '#web/core/ui/filter-chip.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import type { ActivitySearch } from './activity-search.ts'

interface Props {
  search: ActivitySearch
  onChange: (changes: ActivitySearch) => void
}

export function ActivityFilters({ search, onChange }: Props) {
  const typed = useTypedSearch(search.search ?? '', (text) => onChange({ search: text || undefined }))
  const events = useData(getEventsWithSlots, { query: {} })
  return (
    <div className="row">
      <SearchBox placeholder="Name or email" typed={typed} />
      <Select
        {...compactSelect('Event', 275)}
        value={String(search.eventId ?? '')}
        data={[
          { value: '', label: 'All' },
          ...(events.data?.years ?? []).map(({ label, events }) => ({
            group: label,
            items: events.map(({ eventId, eventName }) => ({ value: String(eventId), label: eventName })),
          })),
        ]}
        onDropdownOpen={() => events.error && void events.reload()}
        onChange={(id) => onChange({ eventId: id ? Number(id) : undefined })}
      />
      <Select
        {...compactSelect('What', 220)}
        value={search.activity ?? ''}
        data={[
          { value: '', label: 'All' },
          ...Object.entries(activityLabels).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(activity) => onChange({ activity: (activity as Activity | undefined) || undefined })}
      />
      {search.userId && <Person userId={search.userId} onRemove={() => onChange({ userId: undefined })} />}
    </div>
  )
}

function Person({ userId, onRemove }: { userId: string; onRemove: () => void }) {
  const { data, error } = useData(getUserById, { query: { userId } })
  const name = data ? nameOrEmail(data.userData) : error ? 'Unknown person' : '…'
  return <FilterChip label={name} name={`Clear: ${name}`} onRemove={onRemove} />
}
