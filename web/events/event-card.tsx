import { Badge, Button } from '@mantine/core'
import { Award, Clock, MapPin, MonitorPlay, Ticket } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { creditHours, inPersonFocusId } from '#contract/events.ts'
import { daysBetween } from '#contract/plain-dates.ts'
import { later } from '#web/platform/ui/later.tsx'
import { DateBlock } from './date-block.tsx'
import styles from './event-card.module.css'
import { EventSponsors } from './event-sponsors.tsx'
import { type GroupedEvent, visibleSlots } from './grouped-events.ts'

const EventDetails = later(() => import('./event-details.tsx'))

interface Props {
  event: GroupedEvent
  id?: string
  /** Nobody can register any more: its recordings are what counts. */
  isVideoOnly?: boolean
  /** What can be done with it, below its facts. */
  children: ReactNode
}

/** An event: when, what, for how much credit, by whom. */
export function EventCard({ event, id, isVideoOnly = false, children }: Props) {
  const [details, setDetails] = useState<'untouched' | 'open' | 'closed'>('untouched')
  const headingId = `event-${event.eventId}`

  return (
    <div className={styles.room}>
      <article
        className={styles.card}
        data-focus={event.focusId}
        id={id}
        tabIndex={-1}
        aria-labelledby={headingId}
      >
        <DateBlock startOn={event.startOn} endOn={event.endOn} />
        <div className={styles.body}>
          <div className={styles.head}>
            {event.logo && <img className={styles.logo} src={event.logo} alt="" loading="lazy" />}
            <div className={styles.names}>
              <Badge className={styles.badge ?? ''}>{event.focusName}</Badge>
              <h2 id={headingId} className={styles.name}>
                {event.eventName}
              </h2>
            </div>
            <Button variant="default" className={styles.details ?? ''} onClick={() => setDetails('open')}>
              Details
            </Button>
          </div>
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
  const isInPerson = event.focusId === inPersonFocusId
  return (
    <ul className={styles.facts}>
      <li>
        <Clock size={17} aria-hidden />
        {timeFact(event)}
      </li>
      <li>
        <Award size={17} aria-hidden />
        {creditHours} credit hours
      </li>
      <li>
        <Ticket size={17} aria-hidden />
        {isInPerson ? 'Free, lunch included' : 'Free'}
      </li>
      <li>
        {isInPerson ? <MapPin size={17} aria-hidden /> : <MonitorPlay size={17} aria-hidden />}
        {isInPerson ? (event.venue ?? 'In person') : 'Virtual'}
      </li>
    </ul>
  )
}

function timeFact(event: GroupedEvent): string {
  const slots = visibleSlots(event)
  if (slots.length !== 1) return `${slots.length} time slots`
  const days = daysBetween(event.startOn, event.endOn).length
  return days === 1 ? '1 day' : `${days} days`
}
