import { Paper, Text, VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { shownLeft, spokenLeft } from './countdown-words.ts'
import { usePortalClock } from './portal-clock.ts'

interface Props {
  /** For example 'Opens in'. */
  label: string
  until: Date
  /** The portal's time in its newest answer. */
  portalNow: Date
  onOver: () => unknown
}

/** Shows the time left every second, or every minute for people who prefer reduced motion. Screen readers hear minutes. */
export function Countdown({ label, until, portalNow, onOver }: Props) {
  const left = until.getTime() - usePortalClock(portalNow).getTime()
  const isStill = useReducedMotion()
  const isOver = left <= 0
  const tellOver = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) tellOver()
  }, [isOver])
  return (
    <Paper px="lg" py="md" bg="var(--soft)" withBorder={false}>
      <Text size="sm" c="dimmed" aria-hidden>
        {label}
      </Text>
      <Text c="var(--navy)" fz="2rem" fw={650} lh={1.2} className="figures" aria-hidden>
        {isStill ? spokenLeft(left) : shownLeft(left)}
      </Text>
      <VisuallyHidden role="timer" aria-live="polite" aria-atomic>
        {label} {spokenLeft(left)}
      </VisuallyHidden>
    </Paper>
  )
}
