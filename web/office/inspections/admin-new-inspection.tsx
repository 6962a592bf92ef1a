import { Button, NativeSelect } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import { nameOrEmail } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import { seasonLabel } from '#contract/core/season.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { getInspectionPacks, makeInspectionPack } from '#contract/office/inspections/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { slotsOfEvent } from '#web/events/slots/slot-choices.ts'
import styles from './admin-inspections.module.css'

/** Asks for a pack. The address can name the event, the time slot or the person. */
export function AdminNewInspection() {
  const { event, slot, person } = useSearch({ strict: false }) as Record<string, unknown>
  const events = useData(getEventsWithSlots, { query: {} })
  return (
    <section className="card pad stack" aria-labelledby="new-pack">
      <h2 id="new-pack">New pack</h2>
      {typeof person === 'string' ? (
        <OfPerson key={person} userId={person} />
      ) : (
        <Loaded of={events} loading={<PageSkeleton />}>
          {({ years }) => <OfEvents key={`${event} ${slot}`} years={years} named={{ event, slot }} />}
        </Loaded>
      )}
    </section>
  )
}

function OfPerson({ userId }: { userId: string }) {
  const account = useData(getAccount, { query: { userId } })
  return (
    <Loaded of={account} loading={<PageSkeleton />}>
      {({ user }) => (
        <>
          <p>
            All records of{' '}
            <Link to={`${paths.account()}/$userId`} params={{ userId }}>
              {nameOrEmail(user)}
            </Link>
            . <Link to={paths.inspections()}>Choose a year or an event</Link> instead.
          </p>
          <Make scope={{ userId }} />
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
  /** The numbers in the address, if there are any. */
  named: { event: unknown; slot: unknown }
}

function OfEvents({ years, named }: OfEventsProps) {
  const [{ season, eventId, eventSlotId }, choose] = useState<Chosen>(() => chosenBy(named, years))
  const events = years.find(({ year }) => year === season)?.events ?? []
  const seasons = [...new Set([currentSeason(), season, ...years.map(({ year }) => year)])]
  return (
    <>
      <div className={styles.choices}>
        <NativeSelect
          label="Renewal year"
          value={season}
          data={seasons
            .toSorted((a, b) => b - a)
            .map((year) => ({ value: String(year), label: seasonLabel(year) }))}
          onChange={({ currentTarget: { value } }) => choose({ season: Number(value) })}
        />
        <NativeSelect
          label="Event"
          value={eventId ?? ''}
          data={[
            { value: '', label: 'All events of the year' },
            ...events.map(({ eventId, eventName }) => ({ value: String(eventId), label: eventName })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            choose({ season, eventId: value ? Number(value) : undefined })
          }
        />
        {eventId !== undefined && (
          <NativeSelect
            label="Time slot"
            value={eventSlotId ?? ''}
            data={[
              { value: '', label: 'All time slots' },
              ...slotsOfEvent(years, eventId).map((slot) => ({
                value: String(slot.eventSlotId),
                label: shownTimeslot(slot),
              })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              choose({ season, eventId, eventSlotId: value ? Number(value) : undefined })
            }
          />
        )}
      </div>
      <p className="muted small">
        For one person, press “Inspection pack” on the person’s page. You find people in{' '}
        <Link to={paths.allRegistrations()}>All Registrations</Link>.
      </p>
      <Make scope={eventSlotId ? { eventSlotId } : eventId ? { eventId } : { season }} />
    </>
  )
}

/** Returns the slot or the event that the address names; by default the current renewal year. */
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

function Make({ scope }: { scope: InspectionScope }) {
  const { act, isRunning, problem } = useAct(makeInspectionPack, {
    failed: 'The pack was not begun. Please try again.',
    reloads: [getInspectionPacks],
  })
  return (
    <>
      <FormProblem text={problem} />
      <Button
        w="fit-content"
        leftSection={<FileSearch size={16} />}
        loading={isRunning}
        onClick={() => void act({ body: scope })}
      >
        Make the pack
      </Button>
    </>
  )
}
