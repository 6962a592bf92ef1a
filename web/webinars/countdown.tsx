import { VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import styles from './countdown.module.css'
import { shownLeft, spokenLeft } from './countdown-words.ts'
import { usePortalClock } from './portal-clock.ts'

interface Props {
  /** What it counts down to: 'Opens in'. */
  label: string
  until: Date
  /** The portal's clock, as the newest answer said. */
  portalNow: Date
  onOver: () => unknown
}

/** How long it is until a time: seen by the second, unless stillness is wanted, and read out by the minute. */
export function Countdown({ label, until, portalNow, onOver }: Props) {
  const left = until.getTime() - usePortalClock(portalNow).getTime()
  const isStill = useReducedMotion()
  const isOver = left <= 0
  const tellOver = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) tellOver()
  }, [isOver])
  return (
    <div className={styles.countdown}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <span className={styles.left} aria-hidden>
        {isStill ? spokenLeft(left) : shownLeft(left)}
      </span>
      <VisuallyHidden role="timer" aria-live="polite" aria-atomic>
        {label} {spokenLeft(left)}
      </VisuallyHidden>
    </div>
  )
}
