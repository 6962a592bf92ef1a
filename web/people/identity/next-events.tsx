import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import type { NextEvent } from '#contract/events/events/next-events.ts'
import { nextEventsMeta, nextEventsShown } from '#contract/events/events/next-events.ts'
import { TextLink } from '#web/core/ui/text-link.tsx'
import styles from './next-events.module.css'

const rowHeight = 46
const gap = 10

/** The next events, which the server wrote into the page. Their space is reserved from the start. */
export function NextEvents() {
  const [events, setEvents] = useState<NextEvent[]>()
  // The build draws this page once, so it can't know the events.
  useEffect(() => setEvents(toldEvents()), [])
  // A page that came from another page has none.
  if (events?.length === 0) return null
  return (
    <section className={styles.next} aria-labelledby="next-events" data-is-empty={!events || undefined}>
      <h2 id="next-events" className="muted">
        Next events
      </h2>
      <ul className={styles.list} style={{ minHeight: nextEventsShown * (rowHeight + gap) - gap, gap }}>
        {events?.map(({ eventId, eventName, days, place }) => (
          <li key={eventId} style={{ height: rowHeight }}>
            <TextLink to={paths.openEvents({ eventId })} className={styles.event ?? ''} c="inherit">
              <span className="strong cut">{eventName}</span>
              <span className="muted small cut">
                {days} · {place}
              </span>
            </TextLink>
          </li>
        ))}
      </ul>
      <Link to={paths.openEvents()} className="small">
        See all events
      </Link>
    </section>
  )
}

function toldEvents(): NextEvent[] {
  const told = document.querySelector<HTMLMetaElement>(`meta[name="${nextEventsMeta}"]`)?.content
  return told === undefined ? [] : JSON.parse(told)
}
