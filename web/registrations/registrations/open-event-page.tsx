import { Button, Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { CalendarX2 } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { placeOf } from '#contract/events/events/facts.ts'
import { shownDates } from '#contract/events/slots/times.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { EventProgram } from '#web/events/events/event-program.tsx'
import { EventSponsors } from '#web/events/events/event-sponsors.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import styles from './open-event-page.module.css'
import { useOpenEvent } from './use-open-events.ts'
import { WantedSlotChoice } from './wanted-slot-choice.tsx'

/** One event for everyone: its times to register for, its facts, courses and sponsors. */
export default function OpenEventPage() {
  const { eventId } = useParams({ strict: false })
  return (
    <Loaded of={useOpenEvent(Number(eventId))}>
      {(event) => (event ? <OpenEvent event={event} /> : <NotListed />)}
    </Loaded>
  )
}

function OpenEvent({ event }: { event: GroupedEvent }) {
  return (
    <Stack gap="lg" data-focus={event.focusId}>
      <div className={styles.head}>
        {event.logo && <img src={event.logo} alt="" />}
        <PageHeading text={`${shownDates(event)} · ${placeOf(event)} · Free`}>{event.eventName}</PageHeading>
      </div>
      <div className={styles.parts}>
        <section className={`card pad ${styles.times}`} aria-label="Time slots">
          <WantedSlotChoice event={event} />
        </section>
        <section className="card pad stack anywhere" aria-labelledby="about">
          <h2 id="about">About this event</h2>
          <EventProgram event={event} />
          <EventSponsors event={event} />
        </section>
      </div>
      <Link to={paths.openEvents()}>All events</Link>
    </Stack>
  )
}

function NotListed() {
  return (
    <Stack gap="lg">
      <PageHeading>Event not found</PageHeading>
      <EmptyState
        icon={CalendarX2}
        title="This event isn't listed"
        text="It may be over. See the events that are open for registration."
      >
        <Button component={Link} to={paths.openEvents()}>
          See open events
        </Button>
      </EmptyState>
    </Stack>
  )
}
