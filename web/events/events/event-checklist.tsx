import { VisuallyHidden } from '@mantine/core'
import { Circle, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import type { CheckedEvent } from '#contract/events/events/checklist.ts'
import { eventChecklist } from '#contract/events/events/checklist.ts'
import styles from './event-checklist.module.css'

/** The checklist of an event: what is done, and what is missing. Folded, it shows the number only. */
export function EventChecklist({ event, isFolded = false }: { event: CheckedEvent; isFolded?: boolean }) {
  const items = eventChecklist(event, new Date())
  const done = items.filter(({ isDone }) => isDone).length
  const id = useId()
  const words = `Checklist: ${done === items.length ? 'all done' : `${done} of ${items.length} done`}`
  const list = (
    <ul className={styles.items} aria-labelledby={id}>
      {items.map(({ what, isDone, words: text }) => (
        <li key={what} data-missing={!isDone || undefined}>
          {isDone ? <CircleCheck size={15} /> : <Circle size={15} />}
          <span>
            <VisuallyHidden>{isDone ? 'Done: ' : 'Missing: '}</VisuallyHidden>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
  return isFolded ? (
    <details className={`small ${styles.checklist}`}>
      <summary id={id} className="strong touch">
        {words}
      </summary>
      {list}
    </details>
  ) : (
    <div className={`tight small ${styles.checklist}`}>
      <p id={id} className="strong">
        {words}
      </p>
      {list}
    </div>
  )
}
