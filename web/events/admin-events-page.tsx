import { Button, Skeleton } from '@mantine/core'
import { CalendarPlus, CopyPlus, Plus } from 'lucide-react'
import type { Data } from '#contract/core/endpoint.ts'
import { seasonLabel } from '#contract/core/season.ts'
import { getEventsWithSlots } from '#contract/events/calls.ts'
import { saveEventPlan } from '#contract/events/plans.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { AdminEditEvent, showEditEvent } from './admin-edit-event.tsx'
import { AdminEventCard } from './admin-event-card.tsx'
import { AdminEventPreview } from './admin-event-preview.tsx'
import styles from './admin-events-page.module.css'
import { AdminNewSeason, showNewSeason } from './admin-new-season.tsx'
import { lastSeason } from './season-copies.ts'
import { YearGroup } from './year-group.tsx'

/** 'Manage Events': every event with its time slots, year by year. */
export default function AdminEventsPage() {
  return (
    <AdminPage title="Manage Events">
      <Loaded of={useData(getEventsWithSlots, { query: {} })} meanwhile={<Meanwhile />}>
        {({ years }) => (years.length === 0 ? <NoEvents /> : <Years years={years} />)}
      </Loaded>
      <AdminEditEvent />
      <AdminNewSeason />
      <AdminEventPreview />
    </AdminPage>
  )
}

function Years({ years }: { years: Data<typeof getEventsWithSlots>['years'] }) {
  return years.map(({ year, events }, place) => (
    <YearGroup
      key={year}
      year={year}
      count={events.length}
      isNewest={place === 0}
      tools={
        place === 0 && (
          <Allowed to={saveEventPlan}>
            <NewSeason years={years} />
            <Button size="xs" leftSection={<Plus size={15} />} onClick={() => showEditEvent({})}>
              Add new event
            </Button>
          </Allowed>
        )
      }
    >
      <ul className={styles.cards}>
        {events.map((event) => (
          <li key={event.eventId}>
            <AdminEventCard event={event} onEdit={() => showEditEvent({ eventId: event.eventId })} />
          </li>
        ))}
      </ul>
    </YearGroup>
  ))
}

/** Drafts are what it makes: it is made from what people know. */
function NewSeason({ years }: { years: Data<typeof getEventsWithSlots>['years'] }) {
  const last = lastSeason(years)
  if (!last) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<CopyPlus size={15} />}
      onClick={() => showNewSeason(last)}
    >
      New season
    </Button>
  )
}

function NoEvents() {
  return (
    <EmptyState
      icon={CalendarPlus}
      title={`No events for ${seasonLabel(currentSeason())} yet`}
      text="An event has a name and time slots; logo, speakers and sponsors can follow."
    >
      <Allowed to={saveEventPlan}>
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => showEditEvent({})}>
          Add new event
        </Button>
      </Allowed>
    </EmptyState>
  )
}

function Meanwhile() {
  return (
    <div role="status" aria-label="Loading the events" className={styles.cards}>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={172} radius={8} />
      ))}
    </div>
  )
}
