import { VisuallyHidden } from '@mantine/core'
import { Circle, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { paths } from '#contract/core/paths.ts'
import type { CheckedEvent, ChecklistItem } from '#contract/events/events/checklist.ts'
import { eventChecklist } from '#contract/events/events/checklist.ts'
import { TextLink } from '#web/core/ui/text-link.tsx'
import styles from './event-checklist.module.css'

interface Props {
  event: CheckedEvent
  /** Shows the number only. */
  isFolded?: boolean
  /** The event whose tabs the missing parts link to. */
  linksTo?: number
}

const tabs: Partial<Record<ChecklistItem['what'], string>> = { speakers: 'speakers', sponsor: 'sponsors' }

/** The checklist of an event: what is done, and what is missing. */
export function EventChecklist({ event, isFolded = false, linksTo }: Props) {
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
            {linksTo !== undefined && !isDone && tabs[what] ? (
              <TextLink to={`${paths.manageEvents({ eventId: linksTo })}/${tabs[what]}`} fz="inherit">
                {text}
              </TextLink>
            ) : (
              text
            )}
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
