import { seasonYears } from '#contract/core/season.ts'
import type { RosterScope } from '#contract/counting/credit-rosters/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { YearSelect } from '#web/core/ui/year-select.tsx'
import { EventSlotFields } from '#web/events/slots/event-slot-fields.tsx'
import { findSlot } from '#web/events/slots/slot-choices.ts'
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
  return (
    <div className={`row ${styles.screen}`}>
      <YearSelect
        label="Renewal year"
        size="xs"
        year={year}
        years={[...seasons].reverse()}
        onChange={(year) => onChange({ year })}
      />
      <EventSlotFields
        size="xs"
        maw="100%"
        all="All events"
        years={years}
        year={year}
        eventId={eventId}
        eventSlotId={scope.eventSlotId}
        onChange={({ eventId, eventSlotId }) =>
          onChange(eventSlotId ? { eventSlotId } : eventId ? { eventId } : { year })
        }
      />
    </div>
  )
}
