import { Group, Select } from '@mantine/core'
import { useContext, useState } from 'react'
import { seasonLabel, seasonYears } from '#contract/core/season.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import type { AdminSlot } from '#contract/events/slots/calls.ts'
import { shownBulkTimeslot } from '#contract/events/slots/times.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { EventOfPageContext } from '#web/events/events/event-of-page.ts'
import { eventChoices, findSlot, slotChoices } from '#web/events/slots/slot-choices.ts'

interface Props {
  chosen: AdminSlot | undefined
  /** Called with undefined if no slot is chosen any more. */
  onChoose: (slot: AdminSlot | undefined) => void
}

/** Returns the slot of the page's event, if it has only one. */
export function useOnlySlot(): AdminSlot | undefined {
  const [only, ...others] = useContext(EventOfPageContext)?.event.slots ?? []
  return others.length === 0 ? only : undefined
}

/** Chooses year, event and slot in sequence, for bulk work; begins with the event of the page. */
export function SlotPicker({ chosen, onChoose }: Props) {
  const season = currentSeason()
  const here = useContext(EventOfPageContext)
  const [year, setYear] = useState(here?.year ?? season)
  const [eventName, setEventName] = useState(here?.event.eventName)
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
          onChoose(undefined)
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
          const [only, ...others] = slotChoices(years, year, name ?? undefined)
          onChoose(others.length === 0 ? findSlot(years, Number(only?.value)) : undefined)
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
        onChange={(id) => onChoose(findSlot(years, Number(id)))}
        allowDeselect={false}
      />
    </Group>
  )
}
