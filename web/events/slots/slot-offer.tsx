import { Button, Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/core/paths.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { Held } from '#contract/events/events/facts.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { shownDays } from '#contract/events/slots/times.ts'
import { useNow } from '#web/core/page-data.ts'
import type { Slot } from './offered-slots.ts'
import { closedWords, slotRefusal, visibleSlots } from './offered-slots.ts'
import { placeWords } from './place-words.ts'
import { seatsWords } from './seats.ts'
import styles from './slot-offer.module.css'
import { HeldSlot, SlotTimes } from './slot-times.tsx'

interface Props {
  event: Held & { eventId: number; isEnabled: boolean; slots: Slot[] }
  onChoose: (slot: Slot) => void
  chosenSlotId?: number | undefined
  /** The dialog that a choice opens. */
  children?: ReactNode
}

/** An event's time slots by day to choose from, or only the registered one. */
export function SlotOffer({ event, onChoose, chosenSlotId, children }: Props) {
  const slots = visibleSlots(event)
  const held = slots.find((slot) => slot.alreadyRegistered)
  const now = useNow()
  const offered = slots.map((slot) => ({ slot, refusal: slotRefusal(event, slot, now) }))
  const isClosed = !event.isEnabled || (slots.length > 0 && offered.every(({ refusal }) => isDead(refusal)))
  const label = held ? 'Registered' : isClosed ? 'Registration Closed' : 'Select a slot to register'
  const labelId = `slots-${event.eventId}`

  return (
    <div className="stack">
      <p className={isClosed && !held ? 'strong muted' : 'strong'} id={labelId}>
        {label}
      </p>
      {held ? (
        <>
          <HeldSlot slot={held} isInPerson={isInPerson(event)} />
          <Link to={paths.registeredEvents()} className="small">
            Manage this registration
          </Link>
        </>
      ) : (
        [...Map.groupBy(offered, ({ slot }) => shownDays(slot))].map(([days, ofDays]) => (
          <div key={days} className="tight">
            <p className="muted small" aria-hidden>
              {days}
            </p>
            <ul className={styles.slots} aria-labelledby={labelId}>
              {ofDays.map(({ slot, refusal }) => (
                <li key={slot.eventSlotId}>
                  <Button
                    variant="default"
                    justify="space-between"
                    className={styles.slot ?? ''}
                    aria-disabled={isDead(refusal) || undefined}
                    title={isDead(refusal) ? refusals[refusal].message : undefined}
                    aria-haspopup="dialog"
                    // A button with `loading` is disabled, so the dialog could not return the focus to it.
                    aria-busy={chosenSlotId === slot.eventSlotId || undefined}
                    rightSection={
                      <Affordance isBusy={chosenSlotId === slot.eventSlotId} isDead={isDead(refusal)} />
                    }
                    onClick={() => !isDead(refusal) && onChoose(slot)}
                  >
                    <span className="tight">
                      <SlotTimes slot={slot} isInPerson={isInPerson(event)} isBelowDays />
                      <Note words={noteOf(slot, refusal, now)} />
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
      {slots.length === 0 && <p className="muted">Times will be announced.</p>}
      {children}
    </div>
  )
}

/** Returns true if a slot can't be chosen. A full one leads to its waitlist. */
function isDead(refusal: RefusalCode | undefined): refusal is RefusalCode {
  return refusal !== undefined && refusal !== 'SLOT_FULL'
}

/** Returns whether the slot is closed, its seats left, or its waitlist status. */
function noteOf(slot: Slot, refusal: RefusalCode | undefined, now: Date) {
  const { wait, seatsLeft } = slot
  if (isDead(refusal)) return closedWords(slot, refusal, now)
  if (wait) return placeWords(wait)
  return refusal ? 'Full. Join the waitlist' : seatsWords(seatsLeft)
}

function Note({ words }: { words: string }) {
  return words && <span className={`small strong ${styles.note}`}>{words}</span>
}

/** Shows at the end of a slot's button that it leads on, or that it is working. */
function Affordance({ isBusy, isDead }: { isBusy: boolean; isDead: boolean }) {
  if (isDead) return null
  return isBusy ? <Loader size={18} aria-hidden /> : <ChevronRight />
}
