import { Stack } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { getOpenEvents } from '#contract/events/events/calls.ts'
import { addressOf } from '#web/core/api/call.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { EventCard } from '#web/events/events/event-card.tsx'
import { EventCardsLoading } from '#web/events/events/event-cards-loading.tsx'
import { slotsToCome } from './upcoming-events.ts'
import { useOpenEvents } from './use-open-events.ts'
import { WantedSlotChoice } from './wanted-slot-choice.tsx'

/** The events open for registration, for everyone. */
export default function OpenEventsPage() {
  const now = new Date()
  return (
    <Stack gap="lg">
      {/* The pre-rendered page fetches the events together with its code. */}
      {import.meta.env.SSR && (
        <link rel="preload" as="fetch" crossOrigin="anonymous" href={addressOf(getOpenEvents, {})} />
      )}
      <PageHeading
        description="Free Inspection Authorization renewal seminars for aviation maintenance technicians, online or in person. See dates and register."
        text="Choose a time slot to register. Every seminar is free and counts toward your 8 hours."
      >
        Free IA renewal seminars
      </PageHeading>
      <Loaded of={useOpenEvents()} loading={<EventCardsLoading />}>
        {(events) => {
          const open = events.filter((event) => event.isEnabled && slotsToCome(event, now).length > 0)
          if (open.length === 0) {
            return (
              <EmptyState
                icon={CalendarClock}
                title="No events yet"
                text="No seminar is open for registration right now. Check back soon."
              />
            )
          }
          return open.map((event) => (
            <EventCard key={event.eventId} event={event} hasPage>
              <WantedSlotChoice event={event} />
            </EventCard>
          ))
        }}
      </Loaded>
    </Stack>
  )
}
