import { Badge, Checkbox, Text } from '@mantine/core'
import { Lock } from 'lucide-react'
import { refusals } from '#contract/core/refusals.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { overAt, shownTimeslot, startedWords } from '#contract/events/slots/times.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import { settledRefusal } from '#contract/registrations/registrations/rules.ts'
import { fullness } from '#web/events/slots/seats.ts'
import styles from './admin-event-slots.module.css'

interface Props {
  event: AdminEvent
  held: RegisteredEvent | undefined
  chosenSlotId: number | null
  /** The last choice's refusal. */
  problem: string | undefined
  onSlot: (eventSlotId: number) => void
}

/** An event's slots, at most one chosen. Read-only if a certificate was issued or the event is unpublished. */
export function AdminEventSlots({ event, held, chosenSlotId, problem, onSlot }: Props) {
  const id = `event-${event.eventId}`
  const isOver = overAt(new Date())
  const refusal = event.isDraft ? 'EVENT_IS_DRAFT' : held && settledRefusal(held)
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id} className="row">
        {event.eventName}
        {!event.isEnabled && (
          <Badge color="gray">{event.isDraft ? 'Unpublished' : 'Registration closed'}</Badge>
        )}
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
                onClick={() => onSlot(slot.eventSlotId)}
              >
                <Checkbox.Indicator
                  size="xs"
                  checked={isChosen}
                  disabled={refusal !== undefined}
                  {...(refusal && { icon: Lock })}
                />
                <span>
                  {shownTimeslot(slot)}{' '}
                  {(isOver(slot) || !slot.isOpen) && (
                    <Badge size="sm" color="gray">
                      {isOver(slot) ? startedWords(slot, new Date()) : 'Registration closed'}
                    </Badge>
                  )}
                  {slot.capacity !== null && <span className="muted small figures">{fullness(slot)}</span>}
                </span>
                {state && (
                  <Text
                    span
                    size="xs"
                    fw={600}
                    c={refusal ? 'dimmed' : state.color}
                    className={styles.state ?? ''}
                  >
                    {state.label}
                  </Text>
                )}
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
      {event.slots.length === 0 && <p className="muted small">Times to be announced.</p>}
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
    return isChosen
      ? { color: 'var(--good)', label: 'Registered' }
      : { color: 'var(--bad)', label: 'Will be removed' }
  if (!isChosen) return undefined
  return { color: 'var(--blue)', label: isMoving ? 'Will move here' : 'Will be added' }
}
