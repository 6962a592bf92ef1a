import { Badge, Text } from '@mantine/core'
import { Check, Lock } from 'lucide-react'
import { refusals } from '#contract/core/refusals.ts'
import type { AdminEvent } from '#contract/events/calls.ts'
import type { RegisteredEvent } from '#contract/registrations/calls.ts'
import { settledRefusal } from '#contract/registrations/rules.ts'
import { overAt, shownTimeslot } from '#contract/slots/times.ts'
import styles from './admin-event-slots.module.css'

interface Props {
  event: AdminEvent
  held: RegisteredEvent | undefined
  chosenSlotId: number | null
  /** Why the last choice was refused. */
  problem: string | undefined
  onSlot: (eventSlotId: number) => void
}

/** An event's slots: at most one is chosen. What has a certificate only shows which it is, and a draft that it is one. */
export function AdminEventSlots({ event, held, chosenSlotId, problem, onSlot }: Props) {
  const id = `event-${event.eventId}`
  const isOver = overAt(new Date())
  const refusal = event.isDraft ? 'EVENT_IS_DRAFT' : held && settledRefusal(held)
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id} className="row">
        {event.eventName}
        {!event.isEnabled && <Badge color="gray">{event.isDraft ? 'Draft' : 'Registration closed'}</Badge>}
      </h3>
      <ul className="tight" aria-labelledby={id}>
        {event.slots.map((slot) => {
          const isChosen = slot.eventSlotId === chosenSlotId
          const isHeld = slot.eventSlotId === held?.eventSlotId
          const state = stateOf({ isChosen, isHeld, isMoving: held !== undefined && !isHeld })
          return (
            <li key={slot.eventSlotId}>
              <button
                type="button"
                className={`card ${styles.slot}`}
                aria-pressed={isChosen}
                disabled={refusal !== undefined}
                data-state={state?.kind}
                onClick={() => onSlot(slot.eventSlotId)}
              >
                <span className={styles.box} aria-hidden>
                  {isChosen && (refusal ? <Lock size={12} /> : <Check size={13} strokeWidth={3} />)}
                </span>
                <span>
                  {shownTimeslot(slot)}{' '}
                  {(isOver(slot) || !slot.isOpen) && (
                    <Badge size="sm" color="gray">
                      {isOver(slot) ? 'Over' : 'Registration closed'}
                    </Badge>
                  )}
                </span>
                {state && <span className={`tiny strong ${styles.state}`}>{state.label}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      {problem && (
        <Text mt={6} size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      {event.slots.length === 0 && <p className="muted small">The time slots are not known yet.</p>}
      {refusal && (
        <p className="muted small">
          {refusals[refusal].message}
          {!event.isDraft && ' Withdraw it in All Registrations first: set its hours to 0.'}
        </p>
      )}
    </section>
  )
}

function stateOf({ isChosen, isHeld, isMoving }: { isChosen: boolean; isHeld: boolean; isMoving: boolean }) {
  if (isHeld)
    return isChosen ? { kind: 'held', label: 'Registered' } : { kind: 'leaves', label: 'To be left' }
  if (!isChosen) return undefined
  return { kind: 'comes', label: isMoving ? 'To be moved here' : 'To be added' }
}
