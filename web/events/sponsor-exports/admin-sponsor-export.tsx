import { Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import type { ListFormat } from '#contract/core/list-files.ts'
import { exportForSponsors, getSponsorConsents } from '#contract/events/sponsor-exports/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { DownloadButton } from '#web/core/ui/download-button.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { toastError } from '#web/core/ui/toasts.tsx'

interface EventChoice {
  eventId: number
  eventName: string
}

/** Exports the people who agreed that an event's sponsors get their names. Shows their number first. */
export function AdminSponsorExport({ events }: { events: EventChoice[] }) {
  const [chosen, setChosen] = useState<EventChoice>()
  const consents = useData(
    getSponsorConsents,
    { query: { eventId: chosen?.eventId ?? 0 } },
    { isEnabled: chosen !== undefined },
  )
  const { act: download, isRunning } = useAct(
    async ({ eventId, eventName, format }: EventChoice & { format: ListFormat }) =>
      saveFile(
        await callFile(exportForSponsors, { query: { eventId, format } }),
        `sponsors-${eventName}.${format}`,
      ),
    { failed: 'Failed to export CSV. Please try again.', tell: toastError },
  )

  return (
    <section className="card pad" aria-labelledby="sponsor-export">
      <h2 id="sponsor-export">Sponsor export</h2>
      <Text size="sm" c="dimmed">
        Includes only people registered for this event who currently agree to share their information with its
        sponsors.
      </Text>
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
        <DownloadButton
          label="Download for sponsors"
          disabled={!chosen || !consents.data?.agreed}
          loading={isRunning}
          onDownload={(format) => chosen && void download({ ...chosen, format })}
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
function toldOf({ registered, agreed }: Data<typeof getSponsorConsents>): string {
  if (registered === 0) return 'No one is registered.'
  const people = registered === 1 ? 'person' : 'people'
  return `${shownCount(agreed)} of ${shownCount(registered)} registered ${people} agreed.`
}
