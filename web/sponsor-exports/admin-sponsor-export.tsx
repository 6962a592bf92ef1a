import { Button, NativeSelect, Text, Title } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import { exportForSponsors, getSponsorConsents } from '#contract/sponsor-exports/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { Failure } from '#web/core/ui/failure.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { toastError } from '#web/core/ui/toasts.tsx'
import styles from './admin-sponsor-export.module.css'

interface EventChoice {
  eventId: number
  eventName: string
}

/** Saves whom the sponsors of an event may be told of, and says before how many these are. */
export function AdminSponsorExport({ events }: { events: EventChoice[] }) {
  const [chosen, setChosen] = useState<EventChoice>()
  const consents = useData(
    getSponsorConsents,
    { query: { eventId: chosen?.eventId ?? 0 } },
    { isEnabled: chosen !== undefined },
  )
  const { act: download, isRunning } = useAct(
    async ({ eventId, eventName }: EventChoice) =>
      saveFile(await callFile(exportForSponsors, { query: { eventId } }), `sponsors-${eventName}.csv`),
    { failed: 'Failed to export CSV. Please try again.', tell: toastError },
  )

  return (
    <section className={styles.export} aria-labelledby="sponsor-export">
      <Title order={2} id="sponsor-export" className={styles.title}>
        Sponsor export
      </Title>
      <p className={styles.text}>
        Names only people who hold a registration of the event and agreed that its sponsors are told of them,
        for this very event, without having taken it back since.
      </p>
      <div className={styles.choice}>
        <NativeSelect
          label="Event"
          size="xs"
          className={styles.event}
          value={chosen?.eventId ?? ''}
          data={[
            { value: '', label: 'Choose an event' },
            ...events.map(({ eventId, eventName }) => ({ value: String(eventId), label: eventName })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setChosen(events.find(({ eventId }) => String(eventId) === value))
          }
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<Download size={15} aria-hidden />}
          disabled={!chosen || !consents.data?.agreed}
          loading={isRunning}
          onClick={() => chosen && void download(chosen)}
        >
          Download for sponsors
        </Button>
        <Text size="sm" role="status" className={styles.agreed}>
          {consents.data && toldOf(consents.data)}
        </Text>
      </div>
      {chosen && consents.error && <Failure error={consents.error} retry={consents.reload} />}
    </section>
  )
}

/** '12 of 40 registered people agreed.' */
function toldOf({ registered, agreed }: Data<typeof getSponsorConsents>): string {
  if (registered === 0) return 'Nobody is registered.'
  const people = registered === 1 ? 'person' : 'people'
  return `${shownCount(agreed)} of ${shownCount(registered)} registered ${people} agreed.`
}
