import { VisuallyHidden } from '@mantine/core'
import { Check } from 'lucide-react'
import { type SlotTime, shownDays, shownTimes } from '#contract/slots/times.ts'
import { yourTimes } from '#contract/slots/your-time.ts'
import styles from './slot-times.module.css'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time of a slot in lines: its days, its Eastern times, and the visitor's own times if they differ. */
export function SlotTimes({ slot }: { slot: SlotTime }) {
  const yours = yourTimes(slot, zone)
  return (
    <span className={styles.times}>
      <span className="muted small">{shownDays(slot)}</span>
      <Dot />
      <span>{shownTimes(slot)}</span>
      {yours && (
        <>
          <Dot />
          <span className={`muted small ${styles.yours}`}>{yours}</span>
        </>
      )}
    </span>
  )
}

/** The slot that the person is registered for. */
export function HeldSlot({ slot }: { slot: SlotTime }) {
  return (
    <p className={`strong ${styles.held}`}>
      <Check size={17} />
      <SlotTimes slot={slot} />
    </p>
  )
}

/** Screen readers read a separator between the lines. */
function Dot() {
  return <VisuallyHidden> · </VisuallyHidden>
}
