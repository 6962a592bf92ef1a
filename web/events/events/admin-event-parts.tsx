import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useContext } from 'react'
import type { Data, Endpoint } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { EventOfPageContext } from './event-of-page.ts'
import { inOrder } from './event-order.ts'
import { YearGroup } from './year-group.tsx'

interface Props {
  /** 'Sponsors' */
  title: string
  /** In words: 'sponsor'. */
  part: string
  adds: Endpoint
  onAdd: (event: AdminEvent) => void
  /** Shows an event's parts. */
  children: (event: AdminEvent) => ReactNode
}

/** A page with each event's parts, year by year. On the tab of an event: that event's, without groups of years. */
export function AdminEventParts({ title, part, adds, onAdd, children }: Props) {
  const eventId = useContext(EventOfPageContext)?.event.eventId
  return (
    <AdminPage title={eventId === undefined ? `Manage ${title}` : title}>
      <Loaded of={useData(getEventsWithSlots, { query: {} })} loading={<Loading />}>
        {({ years }) => {
          if (years.length === 0) return <NoEvents part={part} />
          if (eventId === undefined) return years.map(group)
          return years.flatMap(({ events }) =>
            events.filter((event) => event.eventId === eventId).map(ofEvent),
          )
        }}
      </Loaded>
    </AdminPage>
  )

  function group({ year, events }: Data<typeof getEventsWithSlots>['years'][number], place: number) {
    return (
      <YearGroup key={year} year={year} count={events.length} isOpenAtFirst={place === 0}>
        <div className="stack">{inOrder(events, new Date()).map(ofEvent)}</div>
      </YearGroup>
    )
  }

  function ofEvent(event: AdminEvent) {
    const Name = eventId === undefined ? 'h3' : 'h2'
    return (
      <section key={event.eventId} aria-labelledby={`event-${event.eventId}`} className="card pad stack">
        <div className="spread">
          <Name id={`event-${event.eventId}`} className="anywhere">
            {event.eventName}
          </Name>
          <SmallButton
            needs={adds}
            icon={Plus}
            aria-label={`Add ${part} to ${event.eventName}`}
            onClick={() => onAdd(event)}
          >
            Add {part}
          </SmallButton>
        </div>
        {children(event)}
      </section>
    )
  }
}

function NoEvents({ part }: { part: string }) {
  return (
    <EmptyState
      icon={CalendarPlus}
      title="No events yet"
      text={`Each ${part} belongs to an event. Add one first.`}
    >
      <Button component={Link} to={paths.manageEvents()} variant="default">
        Manage Events
      </Button>
    </EmptyState>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the events" className="stack">
      {[1, 2, 3].map((event) => (
        <Skeleton key={event} height={190} radius={8} />
      ))}
    </div>
  )
}
