import { Select } from '@mantine/core'
import { getEventsWithSlots } from '#contract/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { compactSelect } from '#web/core/ui/compact-select.tsx'
import { eventChoices, slotChoices } from '#web/events/event-choices.ts'
import styles from './registration-filters.module.css'

interface Chosen {
  eventName?: string | undefined
  eventSlotId?: number | undefined
}

interface Props {
  chosen: Chosen
  /** Whose events are offered. */
  year: number | 'All'
  onChange: (chosen: Chosen) => void
}

/** The filters by event and, once there is one, by slot. */
export function EventFilters({ chosen: { eventName, eventSlotId }, year, onChange }: Props) {
  const events = useData(getEventsWithSlots, { query: {} })
  const known = events.data?.years ?? []
  return (
    <>
      <Select
        className={styles.event}
        {...compactSelect('Event')}
        value={eventName ?? ''}
        data={[{ value: '', label: 'All' }, ...eventChoices(known, year, eventName)]}
        onDropdownOpen={() => events.error && void events.reload()}
        nothingFoundMessage={events.error ? 'The events could not be loaded' : 'No events'}
        onChange={(name) => onChange({ eventName: name || undefined, eventSlotId: undefined })}
      />
      {eventName && (
        <Select
          className={styles.slot}
          {...compactSelect('Slot')}
          value={eventSlotId ? String(eventSlotId) : ''}
          data={[{ value: '', label: 'All' }, ...slotChoices(known, year, eventName)]}
          onChange={(slot) => onChange({ eventName, eventSlotId: slot ? Number(slot) : undefined })}
        />
      )}
    </>
  )
}
