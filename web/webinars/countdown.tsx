import { Paper, Text, VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
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
