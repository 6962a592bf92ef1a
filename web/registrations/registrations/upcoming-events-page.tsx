import { Alert, Stack, Text } from '@mantine/core'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarClock, Info } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { seasonOf } from '#contract/core/season.ts'
import { currentSeason } from '#web/core/season.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { EventCard } from '#web/events/events/event-card.tsx'
import { EventCardsLoading } from '#web/events/events/event-cards-loading.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { SeasonHeading } from '#web/events/events/season-heading.tsx'
import { focuses, sidebarFocusIds } from '#web/events/slots/focuses.ts'
import { SlotChoice } from './slot-choice.tsx'
import { byEnd, eventsOfFocuses, otherSeasonOf, upcomingEvents, wantedSlotOf } from './upcoming-events.ts'
import { useEvents } from './use-events.ts'

export default function UpcomingEventsPage() {
  const season = currentSeason()
  const now = new Date()
  // The configured season may be later than today's.
  const events = useEvents(Math.min(season, seasonOf(now)))
  return (
    <Stack gap="lg">
      <SeasonHeading
        season={season}
        text="Choose a time slot to register. Every seminar is free and counts toward your 8 hours."
      >
        Upcoming Events
      </SeasonHeading>
      <Loaded of={events} loading={<EventCardsLoading />}>
        {(events) => <Events events={upcomingEvents(events, season, now)} season={season} />}
      </Loaded>
    </Stack>
  )
}

function Events({ events, season }: { events: GroupedEvent[]; season: number }) {
  const now = new Date()
  const wanted = useWantedFocus()
  const isMissing = wanted && !events.some(({ focusId }) => focusId === wanted.focusId)
  const { slot: wantedSlot, problem } = useWantedSlot(events)
  const { coming, earlier } = byEnd(events, now)
  const ofFocuses = eventsOfFocuses({ coming, earlier })
  const card = (event: GroupedEvent) => (
    <EventCard
      key={event.eventId}
      event={event}
      {...(ofFocuses.get(event.focusId) === event && { id: cardId(event.focusId) })}
    >
      <OtherSeason seasons={otherSeasonOf(event, season, now)} />
      <SlotChoice event={event} wanted={event.slots.find((slot) => slot === wantedSlot)} />
    </EventCard>
  )
  return (
    <>
      {isMissing && (
        <Alert icon={<Info />} role="status">
          There is no {wanted.focusName} event in this season yet.
        </Alert>
      )}
      {problem && (
        <Alert icon={<Info />} role="status">
          {problem}
        </Alert>
      )}
      {coming.length === 0 && (
        <EmptyState
          icon={CalendarClock}
          title={earlier.length === 0 ? 'No events yet' : 'No more events this season'}
          text={
            earlier.length === 0
              ? "This season's events aren't posted yet. Check back soon."
              : "All of this season's events are over. Check back for the next ones."
          }
        />
      )}
      {coming.map(card)}
      {earlier.length > 0 && (
        <details>
          <summary className="strong">Earlier this season ({earlier.length})</summary>
          <Stack gap="lg" mt="md">
            {earlier.map(card)}
          </Stack>
        </details>
      )}
    </>
  )
}

function OtherSeason({ seasons }: { seasons: string | undefined }) {
  if (seasons === undefined) return null
  return (
    <Text size="sm" mb="xs">
      Its hours count for renewal year {seasons}.
    </Text>
  )
}

/** Returns the focus of `?event=0..3`, scrolls to its card and highlights it. */
function useWantedFocus() {
  const { event } = useSearch({ from: '/attendees/private/upcoming-events' })
  // A second click on the same link of the sidebar is another visit.
  const visit = useLocation({ select: ({ state }) => state.__TSR_key })
  const focusId = event === undefined ? undefined : sidebarFocusIds[event]

  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit scrolls
  useEffect(() => {
    if (focusId === undefined) return
    const card = document.getElementById(cardId(focusId))
    if (!card) return scrollTo(0, 0)
    const fold = card.closest('details')
    if (fold) fold.open = true
    card.scrollIntoView({ behavior: prefersStillness() ? 'auto' : 'smooth', block: 'start' })
    card.focus({ preventScroll: true })
    card.dataset.highlighted = ''
    return () => {
      delete card.dataset.highlighted
    }
  }, [focusId, visit])

  return focuses.find((focus) => focus.focusId === focusId)
}

/**
 * Returns the slot in the address, or why nobody can register for it. The address then drops it: a reload
 * must not ask again.
 */
function useWantedSlot(events: GroupedEvent[]): ReturnType<typeof wantedSlotOf> {
  const { slot } = useSearch({ from: '/attendees/private/upcoming-events' })
  const navigate = useNavigate()
  const [wanted] = useState(() => (slot === undefined ? {} : wantedSlotOf(events, slot, new Date())))
  // Before the card's own effect, which can lead on to another page.
  useLayoutEffect(() => {
    if (slot !== undefined) void navigate({ to: paths.upcomingEvents(), replace: true })
  }, [slot, navigate])
  return wanted
}

function cardId(focusId: number) {
  return `focus-${focusId}`
}

function prefersStillness() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
