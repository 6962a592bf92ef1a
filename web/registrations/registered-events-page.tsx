import { Button, Stack, Tabs } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { yearOf } from '#contract/plain-dates.ts'
import { seasonYears } from '#contract/season.ts'
import { EventCard } from '#web/events/event-card.tsx'
import { EventCardsLoading } from '#web/events/event-cards-loading.tsx'
import type { GroupedEvent } from '#web/events/grouped-events.ts'
import { currentSeason } from '#web/platform/season.ts'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { Failure } from '#web/platform/ui/failure.tsx'
import { PageHeading } from '#web/platform/ui/page-heading.tsx'
import { HeldRegistration } from './held-registration.tsx'
import { useEvents } from './use-events.ts'

export default function RegisteredEventsPage() {
  const [before = 0, now = 0] = seasonYears(currentSeason()).registered
  const earlier = useEvents(before)
  const current = useEvents(now)
  const error = earlier.error ?? current.error
  const events = earlier.events && current.events && [...earlier.events, ...current.events].filter(isHeld)
  return (
    <Stack gap="lg">
      <PageHeading>Registered Events</PageHeading>
      {events ? (
        <EventYears events={events} />
      ) : error ? (
        <Failure error={error} retry={current.reload} />
      ) : (
        <EventCardsLoading />
      )}
    </Stack>
  )
}

function EventYears({ events }: { events: GroupedEvent[] }) {
  const years = [...new Set(events.map(({ startOn }) => yearOf(startOn)))].sort((a, b) => b - a)
  const [chosen, setChosen] = useState<number>()
  const shown = chosen !== undefined && years.includes(chosen) ? chosen : years[0]
  if (shown === undefined) {
    return (
      <EmptyState
        icon={CalendarCheck}
        title="No registered events yet"
        text="The events you register for appear here, with their login information and your certificate."
      >
        <Button component={Link} to={paths.upcomingEvents()}>
          See the upcoming events
        </Button>
      </EmptyState>
    )
  }
  return (
    <Tabs value={String(shown)} onChange={(year) => setChosen(Number(year))} keepMounted={false}>
      <Tabs.List mb="lg" className="figures" aria-label="Years">
        {years.map((year) => (
          <Tabs.Tab key={year} value={String(year)}>
            {year}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {years.map((year) => (
        <Tabs.Panel key={year} value={String(year)}>
          <Stack gap="lg">
            {events
              .filter(({ startOn }) => yearOf(startOn) === year)
              .map((event) => (
                <EventCard key={event.eventId} event={event}>
                  <HeldRegistration event={event} />
                </EventCard>
              ))}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function isHeld(event: GroupedEvent): boolean {
  return event.slots.some((slot) => slot.alreadyRegistered)
}
