import { Button, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { refusals } from '#contract/refusals.ts'
import { registrationRefusal } from '#contract/registrations.ts'
import { shownDates, shownTimes } from '#contract/slots.ts'
import { type GroupedEvent, visibleSlots } from '#web/events/grouped-events.ts'
import { useRegistering } from './registering.tsx'
import styles from './slot-choice.module.css'

/** The time slots of an event: the one that is held, or those to choose from. */
export function SlotChoice({ event }: { event: GroupedEvent }) {
  const { choose, busySlotId, dialog } = useRegistering(event)
  const slots = visibleSlots(event)
  const isRegistered = slots.some((slot) => slot.alreadyRegistered)
  const refusal = isRegistered
    ? undefined
    : registrationRefusal({ event, slot: slots[0], isProfileComplete: true })
  const isClosed = refusal === 'EVENT_CLOSED'
  const label = isRegistered ? 'Registered' : isClosed ? 'Registration Closed' : 'Select a slot to register'

  return (
    <div data-closed={isClosed || undefined} className={styles.choice}>
      <p className={styles.label} id={`slots-${event.eventId}`}>
        {label}
      </p>
      <ul className={styles.slots} aria-labelledby={`slots-${event.eventId}`}>
        {slots.map((slot) => (
          <li key={slot.eventSlotId}>
            {slot.alreadyRegistered ? (
              <span className={styles.held}>
                <Check size={17} aria-hidden />
                {shownTimes(slot)}
              </span>
            ) : (
              <Tooltip label={isClosed ? refusals.EVENT_CLOSED.message : ''} disabled={!isClosed}>
                <Button
                  variant="default"
                  className={styles.slot ?? ''}
                  aria-disabled={isClosed || undefined}
                  // Not `loading`: a disabled button would lose the focus that the dialog gives back.
                  aria-busy={busySlotId === slot.eventSlotId || undefined}
                  onClick={() => !isClosed && choose(slot)}
                >
                  {shownTimes(slot)}
                  {differsInDate(event, slot) && <small>{shownDates(slot)}</small>}
                </Button>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
      {isRegistered && (
        <Link to={paths.registeredEvents()} className={styles.more}>
          Join, cancel or download under Registered Events
        </Link>
      )}
      {slots.length === 0 && <p className={styles.none}>The time slots are not known yet.</p>}
      {dialog}
    </div>
  )
}

function differsInDate(event: GroupedEvent, slot: GroupedEvent['slots'][number]): boolean {
  return slot.startOn !== event.startOn || slot.endOn !== event.endOn
}
