import { VisuallyHidden } from '@mantine/core'
import { type SlotTime, shownDays, shownTimes } from '#contract/slots/times.ts'
import { yourTimes } from '#contract/slots/your-time.ts'
import styles from './slot-times.module.css'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** When a slot takes place, a line each: its days, its Eastern times, and the visitor's own where they differ. */
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

/** Read where a new line is seen. */
function Dot() {
  return <VisuallyHidden> · </VisuallyHidden>
}
