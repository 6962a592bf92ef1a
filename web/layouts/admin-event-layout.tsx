import { Button } from '@mantine/core'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { CalendarX } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import type { EventOfPage } from '#web/events/events/event-of-page.ts'
import { EventOfPageContext } from '#web/events/events/event-of-page.ts'
import { EventState } from '#web/events/events/event-state.tsx'
import { useTabs } from './admin-menu-links.ts'
import { AdminTabs } from './admin-tabs.tsx'
import styles from './admin-tabs-layout.module.css'

/** An event's name above the tabs with all that belongs to it. */
export default function AdminEventLayout() {
  const { eventId } = useParams({ strict: false }) as { eventId: string }
  const events = useData(getEventsWithSlots, { query: {} })
  return (
    <Loaded of={events}>
      {({ years }) => {
        const [of] = years.flatMap(({ year, events }) =>
          events.filter((event) => event.eventId === Number(eventId)).map((event) => ({ event, year })),
        )
        return of ? <Event key={eventId} of={of} /> : <Unknown />
      }}
    </Loaded>
  )
}

function Event({ of }: { of: EventOfPage }) {
  const { event } = of
  const { eventId, eventName, formattedDuration, hasEvaluation } = event
  const tabs = useTabs()
    .filter((tab) => tab.of === 'Event')
    // Most events ask nothing afterwards.
    .filter(({ to }) => hasEvaluation || !to.endsWith('/evaluation'))
    .map(({ label, to }) => ({ label, to: to.replace('$eventId', String(eventId)) }))
  return (
    <EventOfPageContext value={of}>
      <div className={styles.event}>
        <div className={`row ${styles.head}`}>
          <TextLink to={paths.manageEvents()} size="sm">
            Manage Events
          </TextLink>
          <span className="strong anywhere">{eventName}</span>
          <span className="muted small figures">{formattedDuration || 'No dates yet'}</span>
          <EventState event={event} />
        </div>
        <AdminTabs label={`Tabs of ${eventName}`} tabs={tabs} />
        <div>
          <Outlet />
        </div>
      </div>
    </EventOfPageContext>
  )
}

function Unknown() {
  return (
    <AdminPage title="Event not found">
      <EmptyState icon={CalendarX} title="We couldn't find this event" text="It may have been deleted.">
        <Button component={Link} to={paths.manageEvents()}>
          Manage Events
        </Button>
      </EmptyState>
    </AdminPage>
  )
}
