import type { GroupedEvent } from '#web/events/grouped-events.ts'
import styles from './renewal-ledger.module.css'
import { SlotChoice } from './slot-choice.tsx'

/** Events whose hours close what is short of the renewal year, one click from registering. */
export function ClosingEvents({ events }: { events: GroupedEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className="card pad stack" aria-labelledby="closing-events">
      <h2 id="closing-events">
        {events.length === 1 ? 'This event closes the gap' : 'Each of these events closes the gap'}
      </h2>
      {events.map((event) => (
        <div key={event.eventId} className={`stack ${styles.event}`}>
          <h3>{event.eventName}</h3>
          <SlotChoice event={event} />
        </div>
      ))}
    </section>
  )
}
