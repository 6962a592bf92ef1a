import { Button } from '@mantine/core'
import { MapPin, Video } from 'lucide-react'
import { useEffect, useReducer } from 'react'
import { seasonOfDay } from '#contract/core/season.ts'
import type { EventSlot } from '#contract/events/events/calls.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { readingZone } from '#web/core/texts/own-zone.ts'
import { externalUrl } from '#web/core/ui/external-url.ts'
import { UnavailableButton } from '#web/core/ui/unavailable-button.tsx'
import { PlaceLink } from '#web/events/events/place-link.tsx'
import { ContactSupport } from '#web/foundation/support/contact-support.tsx'
import { forgetOtherTickets } from '#web/registrations/tickets/kept-tickets.ts'
import { KeptToday } from '#web/registrations/tickets/kept-today.tsx'
import { ShowTicket } from '#web/registrations/tickets/show-ticket.tsx'
import { joinUrlEveryMs } from './awaiting-join-url.ts'
import type { NextDay } from './next-day.ts'
import { dayStart, dayState, isNear, nextDay } from './next-day.ts'
import styles from './today-card.module.css'

/** The words include minutes. */
const redrawEveryMs = 10_000

/** The day that runs or begins within 24 hours, with what the person needs to join it. Nothing without one. */
export function TodayCard() {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(redraw, redrawEveryMs)
    return () => clearInterval(timer)
  }, [])
  const now = new Date()
  const { data, error } = useData(
    getRegisteredEvents,
    {},
    {
      every: (answer) => {
        const next = answer && nextDay(answer.registeredEvents, new Date())
        return next && next.held.joinUrl === null ? joinUrlEveryMs : undefined
      },
    },
  )
  useEffect(() => {
    if (data) forgetOtherTickets(data.registeredEvents.map(({ registrationId }) => registrationId))
  }, [data])
  const next = data && nextDay(data.registeredEvents, now)
  if (next) return <NextDayCard next={next} now={now} />
  return !data && error?.status === 0 ? (
    <KeptToday className={`card ${styles.card}`} buttonClass={styles.join} />
  ) : null
}

function NextDayCard({ next, now }: { next: NextDay<RegisteredEvent>; now: Date }) {
  const { held, dayNumber, days } = next
  const zone = readingZone(held)
  const { data } = useData(getAllEvents, { query: { from: seasonOfDay(held.startOn) } })
  const event = data?.events.find(({ eventSlotId }) => eventSlotId === held.eventSlotId)
  return (
    <section className={`card ${styles.card}`} data-focus={held.focusId} aria-label="Your next day">
      <div className={`tight ${styles.about}`}>
        <p className={`strong ${styles.start}`}>{dayStart(next, now, zone)}</p>
        <p className="anywhere">
          {held.eventName}
          {days > 1 && `, Day ${dayNumber}`} · {dayState(next, now, zone)}
        </p>
        {!held.isInPerson && isNear(next, now) && (
          <p className="small">
            Problems joining? <ContactSupport />
          </p>
        )}
      </div>
      <WayIn held={held} event={event} />
    </section>
  )
}

interface WayInProps {
  held: RegisteredEvent
  /** undefined: not known yet. */
  event: EventSlot | undefined
}

/** The join button; in person, the address, the check-in code and the ticket. */
function WayIn({ held, event }: WayInProps) {
  const joinUrl = externalUrl(held.joinUrl)
  if (joinUrl) {
    return (
      <Button
        component="a"
        className={styles.join ?? ''}
        href={joinUrl}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<Video size={19} />}
      >
        Join Webinar
      </Button>
    )
  }
  if (!event) return null
  if (!isInPerson(event)) {
    return (
      <UnavailableButton
        className={styles.join ?? ''}
        why="Will be available soon"
        leftSection={<Video size={19} />}
      >
        Event Login Information
      </UnavailableButton>
    )
  }
  return (
    <>
      <div className={`tight ${styles.way}`}>
        {event.venue && (
          <PlaceLink venue={event.venue} className={`row ${styles.place}`}>
            <MapPin size={17} />
          </PlaceLink>
        )}
        <p>
          Check-in code: <strong className="figures">{held.registrationId}</strong>
        </p>
      </div>
      <ShowTicket registrationId={held.registrationId} className={styles.join} />
    </>
  )
}
