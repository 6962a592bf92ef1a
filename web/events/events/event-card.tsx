import { Badge, Box, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Award, Clock, MapPin, MonitorPlay, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { daysBetween } from '#contract/core/plain-dates.ts'
import { creditHoursOf, factAbout, isInPerson } from '#contract/events/events/facts.ts'
import { counted } from '#web/core/texts/counts.ts'
import { later } from '#web/core/ui/later.tsx'
import { visibleSlots } from '#web/events/slots/offered-slots.ts'
import { DateBlock } from './date-block.tsx'
import styles from './event-card.module.css'
import { EventSponsors } from './event-sponsors.tsx'
import type { GroupedEvent } from './grouped-events.ts'
import { PlaceLink } from './place-link.tsx'

const EventDetails = later(() => import('./event-details.tsx'))

interface Props {
  event: GroupedEvent
  id?: string
  /** Shows no facts, because nobody can register any more. */
  isVideoOnly?: boolean
  /** Its details are on its public page, not in a dialog. */
  hasPage?: boolean
  /** Shown below the facts. */
  children: ReactNode
}

/** An event with its days, facts and sponsors. */
export function EventCard({ event, id, isVideoOnly = false, hasPage = false, children }: Props) {
  const [details, setDetails] = useState<'untouched' | 'open' | 'closed'>('untouched')
  const headingId = `event-${event.eventId}`
  const days = event.slots.find(({ alreadyRegistered }) => alreadyRegistered) ?? event

  return (
    <div className={styles.room}>
      <article
        className={`card ${styles.card}`}
        data-focus={event.focusId}
        id={id}
        tabIndex={-1}
        aria-labelledby={headingId}
      >
        <DateBlock startOn={days.startOn} endOn={days.endOn} />
        <div className={`stack ${styles.body}`}>
          <Group align="start">
            {event.logo && <img className={styles.logo} src={event.logo} alt="" loading="lazy" />}
            <Box flex="1 1 9rem" miw={0}>
              <Badge bg="var(--accent-soft)" c="var(--accent)">
                {event.focusName}
              </Badge>
              <h2 id={headingId} className={`anywhere ${styles.name}`}>
                {event.eventName}
              </h2>
            </Box>
            {hasPage ? (
              <Button
                variant="default"
                component={Link}
                to={paths.openEvents({ eventId: event.eventId })}
                aria-label={`Details of ${event.eventName}`}
              >
                Details
              </Button>
            ) : (
              <Button variant="default" onClick={() => setDetails('open')}>
                Details
              </Button>
            )}
          </Group>
          {!isVideoOnly && <Facts event={event} />}
          <div className={styles.action}>{children}</div>
          <EventSponsors event={event} />
        </div>
        {details !== 'untouched' && (
          <EventDetails event={event} isOpen={details === 'open'} onClose={() => setDetails('closed')} />
        )}
      </article>
    </div>
  )
}

function Facts({ event }: { event: GroupedEvent }) {
  const isThere = isInPerson(event)
  const facts = [
    { icon: Clock, text: timeFact(event) },
    { icon: Award, text: creditFact(event) },
    { icon: Ticket, text: factAbout(event, 'free') ?? 'Free' },
    isThere
      ? { icon: MapPin, text: event.venue ?? 'In person', isLong: true }
      : { icon: MonitorPlay, text: 'Virtual' },
  ]
  return (
    <ul className={`row muted ${styles.facts}`}>
      {facts.map(({ icon: Icon, text, isLong }) => (
        <li key={text} className={`row ${styles.fact} ${isLong ? styles.long : ''}`}>
          <Icon size={17} />
          {isLong && event.venue ? <PlaceLink venue={event.venue} /> : text}
        </li>
      ))}
    </ul>
  )
}

/** Returns '8 credit hours', or '4 to 8 credit hours' if the slots differ. */
function creditFact(event: GroupedEvent) {
  const hours = visibleSlots(event).map((slot) => creditHoursOf({ ...event, ...slot }))
  const [least, most] = [Math.min(...hours), Math.max(...hours)]
  return `${least < most ? `${least} to ` : ''}${counted(most, 'credit hour')}`
}

function timeFact(event: GroupedEvent) {
  const [slot, ...others] = visibleSlots(event)
  if (!slot || others.length > 0) return `${others.length + (slot ? 1 : 0)} time slots`
  return counted(daysBetween(slot.startOn, slot.endOn).length, 'day')
}
