import { VisuallyHidden } from '@mantine/core'
import { Check } from 'lucide-react'
import { Fragment } from 'react'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { shownBreak } from '#contract/events/slots/breaks.ts'
import { shownDays, shownTimes } from '#contract/events/slots/times.ts'
import { yourTimes } from '#contract/events/slots/your-time.ts'
import { useIsDrawn } from '#web/core/page-data.ts'
import { readingZone } from '#web/core/texts/own-zone.ts'
import styles from './slot-times.module.css'

interface Props {
  slot: PlannedTime
  isInPerson: boolean
  /** The days are shown above, so only screen readers get them here. */
  isBelowDays?: boolean
}

/**
 * A slot's time in lines: its days, for a virtual one the visitor's own times if they differ, its Eastern
 * times, and its breaks.
 */
export function SlotTimes({ slot, isInPerson, isBelowDays = false }: Props) {
  const isDrawn = useIsDrawn()
  const yours = isDrawn ? undefined : yourTimes(slot, readingZone({ isInPerson }))
  return (
    <span className={styles.times}>
      {isBelowDays ? (
        <VisuallyHidden>{shownDays(slot)}</VisuallyHidden>
      ) : (
        <span className="muted small">{shownDays(slot)}</span>
      )}
      <Dot />
      {isDrawn && !isInPerson && (
        <span className={`${styles.main} ${styles.room}`} aria-hidden>
          &nbsp;
        </span>
      )}
      {yours && (
        <>
          <span className={styles.main}>{yours}</span>
          <Dot />
        </>
      )}
      <span
        className={
          yours
            ? `muted small ${styles.eastern}`
            : `${styles.main} ${isDrawn && !isInPerson ? styles.drawn : ''}`
        }
      >
        {shownTimes(slot)}
      </span>
      {slot.breaks.map((pause) => (
        <Fragment key={pause.from}>
          <Dot />
          <span className={`muted small ${styles.eastern}`}>{shownBreak(pause)}</span>
        </Fragment>
      ))}
    </span>
  )
}

/** The slot that the person is registered for. */
export function HeldSlot({ slot, isInPerson }: Pick<Props, 'slot' | 'isInPerson'>) {
  return (
    <p className={`strong ${styles.held}`}>
      <Check size={17} />
      <SlotTimes slot={slot} isInPerson={isInPerson} />
    </p>
  )
}

/** Adds a separator for screen readers only. */
function Dot() {
  return <VisuallyHidden> · </VisuallyHidden>
}
