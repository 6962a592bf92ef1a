import { VisuallyHidden } from '@mantine/core'
import { Circle, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import type { CheckedEvent } from '#contract/events/events/checklist.ts'
import { eventChecklist } from '#contract/events/events/checklist.ts'
import styles from './event-checklist.module.css'

/** The checklist of an event: what is done, and what is missing. */
export function EventChecklist({ event }: { event: CheckedEvent }) {
  const items = eventChecklist(event, new Date())
  const done = items.filter(({ isDone }) => isDone).length
  const id = useId()
  return (
    <div className={`tight small ${styles.checklist}`}>
      <p id={id} className="strong">
        Checklist: {done === items.length ? 'all done' : `${done} of ${items.length} done`}
      </p>
      <ul className={styles.items} aria-labelledby={id}>
        {items.map(({ what, isDone, words }) => (
          <li key={what} data-missing={!isDone || undefined}>
            {isDone ? <CircleCheck size={15} /> : <Circle size={15} />}
            <span>
              <VisuallyHidden>{isDone ? 'Done: ' : 'Missing: '}</VisuallyHidden>
              {words}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
