import { Loader } from '@mantine/core'
import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import type { AdminEvent } from '#contract/events.ts'
import { shownTimeslot } from '#contract/timeslots.ts'
import type { PlannedStep } from './event-plan.ts'
import styles from './plan-progress.module.css'

export interface StepProgress {
  step: PlannedStep
  state: 'waiting' | 'running' | 'done' | 'failed'
}

const icons = {
  waiting: <Circle size={18} aria-hidden />,
  running: <Loader size={18} aria-hidden />,
  done: <CircleCheck size={18} color="var(--mantine-color-teal-7)" aria-hidden />,
  failed: <CircleAlert size={18} color="var(--mantine-color-red-8)" aria-hidden />,
} as const

const words = { waiting: 'Waits', running: 'Running', done: 'Done', failed: 'Failed' } as const

/** What is done for somebody, step by step, and how far it has come. */
export function PlanProgress({ progress, events }: { progress: StepProgress[]; events: AdminEvent[] }) {
  return (
    <ol className={styles.steps} aria-label="What is done" aria-live="polite">
      {progress.map(({ step, state }) => (
        <li key={step.eventId} className={styles.step}>
          {icons[state]}
          <span>{textOf(step, events)}</span>
          <span className={styles.state}>{words[state]}</span>
        </li>
      ))}
    </ol>
  )
}

function textOf(step: PlannedStep, events: AdminEvent[]): string {
  const event = events.find(({ eventId }) => eventId === step.eventId)
  const name = event?.eventName ?? ''
  if (step.what === 'remove') return `Remove from ${name}`
  const slot = event?.slots.find(({ eventSlotId }) => eventSlotId === step.eventSlotId)
  const when = slot ? `: ${shownTimeslot(slot)}` : ''
  return step.what === 'move' ? `Move within ${name}${when}` : `Add to ${name}${when}`
}
