import { CloseButton, Select } from '@mantine/core'
import { UserRound } from 'lucide-react'
import { type Activity, activityLabels } from '#contract/activities/calls.ts'
import { getEventsWithSlots } from '#contract/events/calls.ts'
import { getUserById } from '#contract/users/edits.ts'
import { useData } from '#web/core/api/data.tsx'
import { compactSelect } from '#web/core/ui/compact-select.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import styles from './activity-filters.module.css'
import type { ActivitySearch } from './activity-search.ts'

interface Props {
  search: ActivitySearch
  onChange: (changes: ActivitySearch) => void
}

/** Search, event, kind and person of the history. */
export function ActivityFilters({ search, onChange }: Props) {
  const typed = useTypedSearch(search.search ?? '', (text) => onChange({ search: text || undefined }))
  const events = useData(getEventsWithSlots, { query: {} })
  return (
    <div className={styles.filters}>
      <SearchBox className={styles.search} placeholder="Name or email" typed={typed} />
      <Select
        className={styles.event}
        {...compactSelect('Event')}
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
        className={styles.kind}
        {...compactSelect('What')}
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

/** Whose history it is alone. */
function Person({ userId, onRemove }: { userId: string; onRemove: () => void }) {
  const { data, error } = useData(getUserById, { query: { userId } })
  const { firstName, lastName, email } = data?.userData ?? { firstName: '', lastName: '', email: '' }
  const name = `${firstName} ${lastName}`.trim() || email || (error ? 'Somebody unknown' : '…')
  return (
    <span className={styles.person}>
      <UserRound size={14} aria-hidden />
      <span>{name}</span>
      <CloseButton size="xs" aria-label={`Not only ${name}`} onClick={onRemove} />
    </span>
  )
}
