import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { refusals } from '#contract/refusals.ts'
import { registrationRefusal } from '#contract/registrations.ts'
import { type GroupedEvent, visibleSlots } from '#web/events/grouped-events.ts'
import { SlotTimes } from '#web/events/slot-times.tsx'
import { useRegistering } from './registering.tsx'
import styles from './slot-choice.module.css'

/** The time slots of an event: the one that is held, or those to choose from. Choosing again takes the choice back. */
export function SlotChoice({ event }: { event: GroupedEvent }) {
  const { choose, chosenSlotId, isPreparing, dialog } = useRegistering(event)
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
                <SlotTimes slot={slot} />
              </span>
            ) : (
              <Button
                variant="default"
                justify="flex-start"
                className={styles.slot ?? ''}
                aria-disabled={isClosed || undefined}
                title={isClosed ? refusals.EVENT_CLOSED.message : undefined}
                aria-pressed={chosenSlotId === slot.eventSlotId}
                // Not `loading`: a disabled button would lose the focus that the dialog gives back.
                aria-busy={(isPreparing && chosenSlotId === slot.eventSlotId) || undefined}
                onClick={() => !isClosed && choose(slot)}
              >
                <SlotTimes slot={slot} />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isRegistered && (
        <Link to={paths.registeredEvents()} className={styles.more}>
          Join, change, cancel or download under Registered Events
        </Link>
      )}
      {slots.length === 0 && <p className={styles.none}>The time slots are not known yet.</p>}
      {dialog}
    </div>
  )
}
