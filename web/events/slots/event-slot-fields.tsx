import type { NativeSelectProps } from '@mantine/core'
import { NativeSelect } from '@mantine/core'
import type { Data } from '#contract/core/endpoint.ts'
import type { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { slotsOfEvent } from './slot-choices.ts'

interface Chosen {
  eventId?: number | undefined
  eventSlotId?: number | undefined
}

interface Props extends Chosen, Pick<NativeSelectProps, 'size' | 'maw'> {
  years: Data<typeof getEventsWithSlots>['years']
  year: number
  /** The label of the choice of no event. */
  all: string
  onChange: (chosen: Chosen) => void
}

/** Chooses one of a year's events, or none, and one of its slots, or none. */
export function EventSlotFields({ years, year, eventId, eventSlotId, all, onChange, ...field }: Props) {
  const events = years.find((each) => each.year === year)?.events ?? []
  return (
    <>
      <NativeSelect
        {...field}
        label="Event"
        value={String(eventId ?? '')}
        data={[
          { value: '', label: all },
          ...events.map((event) => ({ value: String(event.eventId), label: event.eventName })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ eventId: Number(value) || undefined })}
      />
      {eventId !== undefined && (
        <NativeSelect
          {...field}
          label="Time slot"
          value={String(eventSlotId ?? '')}
          data={[
            { value: '', label: 'All time slots' },
            ...slotsOfEvent(years, eventId).map((slot) => ({
              value: String(slot.eventSlotId),
              label: shownTimeslot(slot),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ eventId, eventSlotId: Number(value) || undefined })
          }
        />
      )}
    </>
  )
}
