import { Loader } from '@mantine/core'
import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import styles from './step-progress.module.css'

/** One of several things that are done in turn, in words, and how far it is. */
export interface ShownStep {
  text: string
  state: 'waiting' | 'running' | 'done' | 'failed'
}

const icons = {
  waiting: <Circle size={18} aria-hidden />,
  running: <Loader size={18} aria-hidden />,
  done: <CircleCheck size={18} color="var(--mantine-color-teal-7)" aria-hidden />,
  failed: <CircleAlert size={18} color="var(--mantine-color-red-8)" aria-hidden />,
} as const

const words = { waiting: 'Waits', running: 'Running', done: 'Done', failed: 'Failed' } as const

/** What is done, step by step, and how far it has come. */
export function StepProgress({ steps }: { steps: ShownStep[] }) {
  return (
    <ol className={styles.steps} aria-label="What is done" aria-live="polite">
      {steps.map(({ text, state }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order
        <li key={place} className={styles.step}>
          {icons[state]}
          <span>{text}</span>
          <span className={styles.state}>{words[state]}</span>
        </li>
      ))}
    </ol>
  )
}
