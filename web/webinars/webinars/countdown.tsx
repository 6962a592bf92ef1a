import { Paper, Text, VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { Hint } from '#web/core/ui/hint.tsx'
import { shownLeft, spokenLeft } from './countdown-words.ts'

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
      <Hint aria-hidden>{label}</Hint>
      <Text c="var(--navy)" fz="2rem" fw={650} lh={1.2} className="figures" aria-hidden>
        {isStill ? spokenLeft(left) : shownLeft(left)}
      </Text>
      <VisuallyHidden role="timer" aria-live="polite" aria-atomic>
        {label} {spokenLeft(left)}
      </VisuallyHidden>
    </Paper>
  )
}

/** Returns the portal's clock every second. `portalNow`: from its newest answer. */
export function usePortalClock(portalNow: Date): Date {
  const [clock, setClock] = useState({ portalNow, aheadMs: aheadOf(portalNow) })
  const [, tick] = useReducer((count: number) => count + 1, 0)
  // Compares the clocks when the answer arrives.
  if (clock.portalNow !== portalNow) setClock({ portalNow, aheadMs: aheadOf(portalNow) })
  useEffect(() => {
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return new Date(Date.now() + clock.aheadMs)
}

function aheadOf(portalNow: Date) {
  return portalNow.getTime() - Date.now()
}
