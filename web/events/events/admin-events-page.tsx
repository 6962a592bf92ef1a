import { Button, Skeleton } from '@mantine/core'
import { CalendarPlus, CopyPlus, Plus } from 'lucide-react'
import type { Data } from '#contract/core/endpoint.ts'
import { seasonLabel } from '#contract/core/season.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { can } from '#web/core/session/can.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { editEvent } from './admin-edit-event.ts'
import styles from './admin-event-card.module.css'
import { AdminEventCard } from './admin-event-card.tsx'
import { eventPreview } from './admin-event-preview.tsx'
import { inOrder } from './event-order.ts'
import { lastSeason } from './season-copies.ts'
import { YearGroup } from './year-group.tsx'

const newSeason = pagePanel<{ events: AdminEvent[]; year: number; onEdit: (eventId: number) => void }>(
  () => import('./admin-new-season-panel.tsx'),
)

/** 'Manage Events': every event with its time slots, year by year. */
export default function AdminEventsPage() {
  return (
    <AdminPage title="Manage Events">
      <Loaded of={useData(getEventsWithSlots, { query: {} })} loading={<Loading />}>
        {({ years }) => (years.length === 0 ? <NoEvents /> : <Years years={years} />)}
      </Loaded>
      <editEvent.Panel />
      <newSeason.Panel />
      <eventPreview.Panel />
    </AdminPage>
  )
}

function Years({ years }: { years: Data<typeof getEventsWithSlots>['years'] }) {
  const last = lastSeason(years)
  const onEdit = (eventId: number) => editEvent.show({ eventId })
  return years.map(({ year, events }, place) => (
    <YearGroup
      key={year}
      year={year}
      count={events.length}
      isOpenAtFirst={place === 0}
      tools={
        place === 0 &&
        can(saveEventPlan) && (
          <>
            {last && (
              <SmallButton icon={CopyPlus} onClick={() => newSeason.show({ ...last, onEdit })}>
                New season
              </SmallButton>
            )}
            <SmallButton variant="filled" icon={Plus} onClick={() => editEvent.show({})}>
              Add new event
            </SmallButton>
          </>
        )
      }
    >
      <ul className={styles.cards}>
        {inOrder(events, new Date()).map((event) => (
          <AdminEventCard key={event.eventId} event={event} onEdit={() => onEdit(event.eventId)} />
        ))}
      </ul>
    </YearGroup>
  ))
}

function NoEvents() {
  return (
    <EmptyState
      icon={CalendarPlus}
      title={`No events for ${seasonLabel(currentSeason())} yet`}
      text="An event has a name and time slots; logo, speakers and sponsors can follow."
    >
      {can(saveEventPlan) && (
        <Button leftSection={<Plus size={16} />} onClick={() => editEvent.show({})}>
          Add new event
        </Button>
      )}
    </EmptyState>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the events" className={styles.cards}>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={172} radius={8} />
      ))}
    </div>
  )
}
