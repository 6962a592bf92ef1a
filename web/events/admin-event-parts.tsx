import { Button, Skeleton } from '@mantine/core'
import { CalendarPlus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Data, Endpoint } from '#contract/core/endpoint.ts'
import { type AdminEvent, getEventsWithSlots } from '#contract/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import styles from './admin-event-parts.module.css'
import { YearGroup } from './year-group.tsx'

interface Props {
  title: string
  /** What can be added to each event: 'sponsor'. */
  part: string
  /** The call that adds one. */
  adds: Endpoint
  onAdd: (event: AdminEvent) => void
  /** What an event has of them. */
  children: (event: AdminEvent) => ReactNode
}

/** A page of what belongs to events, year by year, event by event. */
export function AdminEventParts({ title, part, adds, onAdd, children }: Props) {
  return (
    <AdminPage title={title}>
      <Loaded of={useData(getEventsWithSlots, { query: {} })} meanwhile={<Meanwhile />}>
        {({ years }) => (years.length === 0 ? <NoEvents part={part} /> : years.map(group))}
      </Loaded>
    </AdminPage>
  )

  function group({ year, events }: Data<typeof getEventsWithSlots>['years'][number], place: number) {
    return (
      <YearGroup key={year} year={year} count={events.length} isNewest={place === 0}>
        <div className={styles.events}>
          {events.map((event) => (
            <section key={event.eventId} aria-labelledby={`event-${event.eventId}`} className={styles.event}>
              <div className={styles.head}>
                <h3 id={`event-${event.eventId}`} className={styles.name}>
                  {event.eventName}
                </h3>
                <Allowed to={adds}>
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<Plus size={14} aria-hidden />}
                    aria-label={`Add ${part} to ${event.eventName}`}
                    onClick={() => onAdd(event)}
                  >
                    Add {part}
                  </Button>
                </Allowed>
              </div>
              {children(event)}
            </section>
          ))}
        </div>
      </YearGroup>
    )
  }
}

function NoEvents({ part }: { part: string }) {
  return (
    <EmptyState
      icon={CalendarPlus}
      title="No events yet"
      text={`Each ${part} belongs to an event: add one under Manage Events first.`}
    />
  )
}

function Meanwhile() {
  return (
    <div role="status" aria-label="Loading the events" className={styles.events}>
      {[1, 2, 3].map((event) => (
        <Skeleton key={event} height={190} radius={8} />
      ))}
    </div>
  )
}
