import { Stack } from '@mantine/core'
import { Clapperboard } from 'lucide-react'
import { seasonYears } from '#contract/core/season.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { EventCard } from './event-card.tsx'
import { EventCardsLoading } from './event-cards-loading.tsx'
import { EventVideos, hasVideo } from './event-videos.tsx'
import type { GroupedEvent } from './grouped-events.ts'
import { groupEvents } from './grouped-events.ts'
import { SeasonHeading } from './season-heading.tsx'

/** The recordings of last season's events. */
export default function EventVideosPage() {
  const { videos: year } = seasonYears(currentSeason())
  const rows = useData(getAllEvents, { query: { year } })
  return (
    <Stack gap="lg">
      <SeasonHeading
        season={year}
        text="Recordings of last season's events. Watching a recording doesn't earn credit."
      >
        Event Videos
      </SeasonHeading>
      <Loaded of={rows} loading={<EventCardsLoading />}>
        {({ events }) => <Events events={groupEvents(events, []).filter(hasVideo)} />}
      </Loaded>
    </Stack>
  )
}

function Events({ events }: { events: GroupedEvent[] }) {
  if (events.length === 0) {
    return (
      <EmptyState
        icon={Clapperboard}
        title="No recordings yet"
        text="Recordings of last season's events will show up here."
      />
    )
  }
  return events.map((event) => (
    <EventCard key={event.eventId} event={event} isVideoOnly>
      <EventVideos event={event} />
    </EventCard>
  ))
}
