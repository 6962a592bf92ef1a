import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { closedWords, type Slot, slotRefusal, visibleSlots } from './offered-slots.ts'
import styles from './slot-offer.module.css'
import { HeldSlot, SlotTimes } from './slot-times.tsx'

interface Props {
  event: { eventId: number; isEnabled: boolean; slots: Slot[] }
  onChoose: (slot: Slot) => void
  chosenSlotId?: number | undefined
  /** The questions after the choice are loading. */
  isPreparing?: boolean
  /** The dialog that a choice opens. */
  children?: ReactNode
}

/** The time slots of an event to choose from, or the one that the person is registered for. */
export function SlotOffer({ event, onChoose, chosenSlotId, isPreparing = false, children }: Props) {
  const slots = visibleSlots(event)
  const isRegistered = slots.some((slot) => slot.alreadyRegistered)
  const now = new Date()
  const offered = slots.map((slot) => ({ slot, refusal: slotRefusal(event, slot, now) }))
  const isClosed = !event.isEnabled || (slots.length > 0 && offered.every(({ refusal }) => refusal))
  const label = isRegistered ? 'Registered' : isClosed ? 'Registration Closed' : 'Select a slot to register'

  return (
    <div className="stack">
      <p className={isClosed && !isRegistered ? 'strong muted' : 'strong'} id={`slots-${event.eventId}`}>
        {label}
      </p>
      <ul className={styles.slots} aria-labelledby={`slots-${event.eventId}`}>
        {offered.map(({ slot, refusal }) => (
          <li key={slot.eventSlotId}>
            {slot.alreadyRegistered ? (
              <HeldSlot slot={slot} />
            ) : (
              <Button
                variant="default"
                justify="flex-start"
                fw={550}
                className={styles.slot ?? ''}
                aria-disabled={refusal !== undefined || undefined}
                title={refusal && refusals[refusal].message}
                aria-pressed={chosenSlotId === slot.eventSlotId}
                // A button with `loading` is disabled, so it could not get the focus back from the dialog.
                aria-busy={(isPreparing && chosenSlotId === slot.eventSlotId) || undefined}
                onClick={() => !refusal && onChoose(slot)}
              >
                <span className="tight">
                  <SlotTimes slot={slot} />
                  {refusal && <span className="small strong">{closedWords(refusal)}</span>}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isRegistered && (
        <Link to={paths.registeredEvents()} className="small">
          Join, change, cancel or download under Registered Events
        </Link>
      )}
      {slots.length === 0 && <p className="muted">The time slots are not known yet.</p>}
      {children}
    </div>
  )
}
