import { NativeSelect } from '@mantine/core'
import { seasonYears } from '#contract/core/season.ts'
import type { RosterScope } from '#contract/counting/credit-rosters/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { YearSelect } from '#web/core/ui/year-select.tsx'
import { findSlot, slotsOfEvent } from '#web/events/slots/slot-choices.ts'
import styles from './credit-rosters.module.css'

interface Props {
  scope: RosterScope
  onChange: (scope: RosterScope) => void
}

/** Chooses a renewal year, one of its events, or one of the event's slots. */
export function RosterScopeFields({ scope, onChange }: Props) {
  const years = useData(getEventsWithSlots, { query: {} }).data?.years ?? []
  const eventId = scope.eventId ?? findSlot(years, scope.eventSlotId ?? 0)?.eventId
  const yearOfEvent = years.find(({ events }) => events.some((event) => event.eventId === eventId))?.year
  const year = scope.year ?? yearOfEvent ?? currentSeason()
  const seasons = new Set([...seasonYears(currentSeason()).adminFilter, year])
  const events = years.find((each) => each.year === year)?.events ?? []
  return (
    <div className={`row ${styles.screen}`}>
      <YearSelect
        label="Renewal year"
        size="xs"
        year={year}
        years={[...seasons].reverse()}
        onChange={(year) => onChange({ year })}
      />
      <NativeSelect
        label="Event"
        size="xs"
        maw="100%"
        value={String(eventId ?? '')}
        data={[
          { value: '', label: 'All events' },
          ...events.map((event) => ({ value: String(event.eventId), label: event.eventName })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange(value ? { eventId: Number(value) } : { year })}
      />
      {eventId !== undefined && (
        <NativeSelect
          label="Time slot"
          size="xs"
          maw="100%"
          value={String(scope.eventSlotId ?? '')}
          data={[
            { value: '', label: 'All time slots' },
            ...slotsOfEvent(years, eventId).map((slot) => ({
              value: String(slot.eventSlotId),
              label: shownTimeslot(slot),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(value ? { eventSlotId: Number(value) } : { eventId })
          }
        />
      )}
    </div>
  )
}
