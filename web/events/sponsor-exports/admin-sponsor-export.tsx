import { Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import { exportForSponsors, getSponsorConsents } from '#contract/events/sponsor-exports/calls.ts'
import { callFile } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { DownloadList } from '#web/core/ui/download-list.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { Hint } from '#web/core/ui/hint.tsx'

interface EventChoice {
  eventId: number
  eventName: string
}

/** Exports the people who agreed that an event's sponsors get their names. Shows their number first. */
export function AdminSponsorExport({ events }: { events: EventChoice[] }) {
  const [chosen, setChosen] = useState<EventChoice>()
  const { eventId = 0, eventName = '' } = chosen ?? {}
  const consents = useData(getSponsorConsents, { query: { eventId } }, { isEnabled: chosen !== undefined })

  return (
    <section className="card pad" aria-labelledby="sponsor-export">
      <h2 id="sponsor-export">Sponsor export</h2>
      <Hint>
        Includes only people registered for this event who currently agree to share their information with its
        sponsors.
      </Hint>
      <Group align="end" gap="xs" mt={6}>
        <NativeSelect
          label="Event"
          size="xs"
          flex="0 1 320px"
          value={chosen?.eventId ?? ''}
          data={[
            { value: '', label: 'Choose an event' },
            ...events.map(({ eventId, eventName }) => ({ value: String(eventId), label: eventName })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setChosen(events.find(({ eventId }) => String(eventId) === value))
          }
        />
        <DownloadList
          label="Download for sponsors"
          name={`sponsors-${eventName}`}
          disabled={!chosen || !consents.data?.agreed}
          read={(format) => callFile(exportForSponsors, { query: { eventId, format } })}
          failed="Failed to export CSV. Please try again."
        />
        <Text size="sm" lh="30px" role="status" className="figures">
          {consents.data && toldOf(consents.data)}
        </Text>
      </Group>
      {chosen && consents.error && <Failure error={consents.error} retry={consents.reload} />}
    </section>
  )
}

/** Returns '12 of 40 registered people agreed.' */
function toldOf({ registered, agreed }: Data<typeof getSponsorConsents>) {
  if (registered === 0) return 'No one is registered.'
  const people = registered === 1 ? 'person' : 'people'
  return `${shownCount(agreed)} of ${shownCount(registered)} registered ${people} agreed.`
}
