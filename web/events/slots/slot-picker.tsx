import { Group, Select } from '@mantine/core'
import { useState } from 'react'
import { seasonLabel, seasonYears } from '#contract/core/season.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import type { AdminSlot } from '#contract/events/slots/calls.ts'
import { shownBulkTimeslot } from '#contract/events/slots/times.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { eventChoices, findSlot, slotChoices } from './slot-choices.ts'

interface Props {
  chosen: AdminSlot | undefined
  /** Called with undefined if no slot is chosen any more. `hasEvent`: an event is chosen. */
  onChoose: (slot: AdminSlot | undefined, hasEvent: boolean) => void
}

/** Chooses year, event and slot in sequence, for bulk work. */
export function SlotPicker({ chosen, onChoose }: Props) {
  const season = currentSeason()
  const [year, setYear] = useState(season)
  const [eventName, setEventName] = useState<string>()
  const events = useData(getEventsWithSlots, { query: {} })
  const years = events.data?.years ?? []
  const nothingFound = events.error ? "Couldn't load the events" : 'None'
  return (
    <Group gap="sm" align="start">
      <Select
        label="Year"
        w={{ base: '100%', sm: 130 }}
        value={String(year)}
        data={seasonYears(season)
          .adminFilter.toReversed()
          .map((choice) => ({ value: String(choice), label: seasonLabel(choice) }))}
        onChange={(choice) => {
          setYear(Number(choice))
          setEventName(undefined)
          onChoose(undefined, false)
        }}
        allowDeselect={false}
      />
      <Select
        label="Event"
        flex={1}
        miw={220}
        placeholder="Choose an event"
        value={eventName ?? null}
        data={eventChoices(years, year, undefined)}
        nothingFoundMessage={nothingFound}
        onDropdownOpen={() => events.error && void events.reload()}
        onChange={(name) => {
          setEventName(name ?? undefined)
          onChoose(undefined, name !== null)
        }}
        searchable
      />
      <Select
        label="Time slot"
        w="100%"
        placeholder={eventName ? 'Choose a time slot' : 'Choose an event first'}
        disabled={!eventName}
        value={chosen ? String(chosen.eventSlotId) : null}
        data={slotChoices(years, year, eventName, shownBulkTimeslot)}
        nothingFoundMessage={nothingFound}
        onChange={(id) => onChoose(findSlot(years, Number(id)), true)}
        allowDeselect={false}
      />
    </Group>
  )
}
