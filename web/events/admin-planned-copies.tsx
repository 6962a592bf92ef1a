import { Checkbox, VisuallyHidden } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import styles from './admin-planned-copies.module.css'
import type { PlannedCopy } from './season-copies.ts'

interface Props {
  copies: PlannedCopy[]
  leftOut: ReadonlySet<number>
  onToggle: (eventId: number) => void
}

/** The events to choose from, each with the name and the days that its copy would have. */
export function AdminPlannedCopies({ copies, leftOut, onToggle }: Props) {
  return (
    <ul className={styles.copies} aria-label="Events to copy">
      {copies.map((copy) => (
        <li key={copy.eventId}>
          <Checkbox
            checked={!(copy.problem || leftOut.has(copy.eventId))}
            disabled={copy.problem !== undefined}
            onChange={() => onToggle(copy.eventId)}
            label={copy.eventName}
            classNames={{ label: styles.name ?? '' }}
            description={<Becoming copy={copy} />}
          />
        </li>
      ))}
    </ul>
  )
}

function Becoming({ copy: { eventName, days, newName, newDays, problem } }: { copy: PlannedCopy }) {
  if (problem) return <span className={styles.problem}>Cannot be copied: {problem}</span>
  return (
    <span className={styles.becoming}>
      <span className={styles.days}>
        {days}
        <VisuallyHidden>becomes</VisuallyHidden>
        <span className={styles.after}>
          <ArrowRight size={14} aria-hidden /> {newDays}
        </span>
      </span>
      {newName === eventName ? (
        'Its name has no year, so it stays.'
      ) : (
        <span>
          Named <span className={styles.after}>{newName}</span>
        </span>
      )}
    </span>
  )
}
