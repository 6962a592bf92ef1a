import { Select } from '@mantine/core'
import { seasonLabel } from '#contract/core/season.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { compactSelect } from '#web/core/ui/compact-select.tsx'
import { eventChoices, slotChoices } from '#web/events/slots/slot-choices.ts'

interface Chosen<Year> {
  year?: Year | undefined
  eventName?: string | undefined
  eventSlotId?: number | undefined
}

interface Props<Year> {
  years: readonly Year[]
  season: number
  /** The event is given, so only its slot is chosen. */
  isOfEvent?: boolean
  /** The year defaults to the season. */
  chosen: Chosen<Year>
  onChange: (chosen: Chosen<Year>) => void
}

/** Filters by year, event and, once an event is chosen, slot. */
export function EventFilters<Year extends number | 'All'>({
  years,
  season,
  isOfEvent = false,
  chosen,
  onChange,
}: Props<Year>) {
  const { year = season, eventName, eventSlotId } = chosen
  const events = useData(getEventsWithSlots, { query: {} })
  const known = events.data?.years ?? []
  return (
    <>
      {!isOfEvent && (
        <Select
          {...compactSelect('Year', 160)}
          value={String(year)}
          data={years.map((choice) => ({
            value: String(choice),
            label: choice === 'All' ? 'All' : seasonLabel(choice),
          }))}
          onChange={(choice) =>
            onChange({
              year: years.find((each) => String(each) === choice && each !== season),
              eventName: undefined,
              eventSlotId: undefined,
            })
          }
        />
      )}
      {!isOfEvent && (
        <Select
          {...compactSelect('Event', 275)}
          value={eventName ?? ''}
          data={[{ value: '', label: 'All' }, ...eventChoices(known, year, eventName)]}
          onDropdownOpen={() => events.error && void events.reload()}
          nothingFoundMessage={events.error ? "Couldn't load the events" : 'No events'}
          onChange={(name) => onChange({ eventName: name || undefined, eventSlotId: undefined })}
        />
      )}
      {eventName && (
        <Select
          {...compactSelect('Slot', 375)}
          value={eventSlotId ? String(eventSlotId) : ''}
          data={[{ value: '', label: 'All' }, ...slotChoices(known, year, eventName)]}
          onChange={(slot) => onChange({ eventName, eventSlotId: slot ? Number(slot) : undefined })}
        />
      )}
    </>
  )
}
