import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import { nameOrEmail } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { downloadInspectionPack, inspectionFileName } from '#contract/office/inspections/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { callStream } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { shownSize } from '#web/core/texts/sizes.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { saveStream } from '#web/core/ui/save-stream.ts'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { YearSelect } from '#web/core/ui/year-select.tsx'
import { EventSlotFields } from '#web/events/slots/event-slot-fields.tsx'
import styles from './admin-inspections.module.css'

/** Downloads a pack. The address can name the event, the time slot or the person. */
export function AdminNewInspection() {
  const { event, slot, person } = useSearch({ strict: false }) as Record<string, unknown>
  const events = useData(getEventsWithSlots, { query: {} })
  return (
    <section className="card pad stack" aria-labelledby="new-pack">
      <h2 id="new-pack">Create a file</h2>
      {typeof person === 'string' ? (
        <OfPerson key={person} userId={person} />
      ) : (
        <Loaded of={events}>
          {({ years }) => <OfEvents key={`${event} ${slot}`} years={years} named={{ event, slot }} />}
        </Loaded>
      )}
    </section>
  )
}

function OfPerson({ userId }: { userId: string }) {
  const account = useData(getAccount, { query: { userId } })
  return (
    <Loaded of={account}>
      {({ user }) => (
        <>
          <p>
            All records of{' '}
            <Link to={`${paths.account()}/$userId`} params={{ userId }}>
              {nameOrEmail(user)}
            </Link>
            . <Link to={paths.inspections()}>Choose a year or an event</Link> instead.
          </p>
          <DownloadPack scope={{ userId }} />
        </>
      )}
    </Loaded>
  )
}

interface Chosen {
  season: number
  eventId?: number | undefined
  eventSlotId?: number | undefined
}

interface OfEventsProps {
  years: Data<typeof getEventsWithSlots>['years']
  /** The numbers in the address, if any. */
  named: { event: unknown; slot: unknown }
}

function OfEvents({ years, named }: OfEventsProps) {
  const [{ season, eventId, eventSlotId }, choose] = useState<Chosen>(() => chosenBy(named, years))
  const seasons = [...new Set([currentSeason(), season, ...years.map(({ year }) => year)])]
  return (
    <>
      <div className={styles.choices}>
        <YearSelect
          label="Renewal year"
          year={season}
          years={seasons.toSorted((a, b) => b - a)}
          onChange={(season) => choose({ season })}
        />
        <EventSlotFields
          all="All events of the year"
          years={years}
          year={season}
          eventId={eventId}
          eventSlotId={eventSlotId}
          onChange={(chosen) => choose({ season, ...chosen })}
        />
      </div>
      <p className="muted small">
        For one person, choose “FAA records” on the person’s page. You find people in{' '}
        <Link to={paths.allRegistrations()}>All Registrations</Link>.
      </p>
      <DownloadPack scope={eventSlotId ? { eventSlotId } : eventId ? { eventId } : { season }} />
    </>
  )
}

/** Returns the slot or event in the address; by default the current renewal year. */
function chosenBy({ event, slot }: OfEventsProps['named'], years: OfEventsProps['years']): Chosen {
  for (const { year, events } of years) {
    for (const { eventId, slots } of events) {
      if (slots.some(({ eventSlotId }) => eventSlotId === slot)) {
        return { season: year, eventId, eventSlotId: slot as number }
      }
      if (eventId === event) return { season: year, eventId }
    }
  }
  return { season: currentSeason() }
}

function DownloadPack({ scope }: { scope: InspectionScope }) {
  const [arrived, setArrived] = useState(0)
  const { button, isRunning, problem } = useAct(
    () => {
      let bytes = 0
      setArrived(bytes)
      return saveStream({
        name: inspectionFileName(scope),
        type: 'application/zip',
        open: () => callStream(downloadInspectionPack, { query: scope }),
        onPiece(piece) {
          bytes += piece.length
          setArrived(bytes)
        },
      })
    },
    {
      done: (isSaved) => isSaved && toastDone('The file is saved'),
      failed: 'Couldn’t download the file. Try again.',
      reloads: [getActivities],
    },
  )
  return (
    <>
      <FormProblem text={problem} />
      <div className="row">
        <Button leftSection={<Download size={16} />} {...button()}>
          Create file
        </Button>
        <p className="muted small figures" role="status">
          {isRunning && (arrived === 0 ? 'Counting the hours …' : `${shownSize(arrived)} …`)}
        </p>
      </div>
    </>
  )
}
