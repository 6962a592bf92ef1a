import { Button } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import type { CopyResult } from '#contract/event-copies/calls.ts'
import styles from './admin-copy-results.module.css'
import { showEditEvent } from './admin-edit-event.tsx'
import type { PlannedCopy } from './season-copies.ts'

const icons = {
  copied: <CircleCheck size={18} color="var(--mantine-color-teal-7)" aria-hidden />,
  'copied-before': <CircleSlash size={18} aria-hidden />,
  refused: <CircleAlert size={18} color="var(--mantine-color-red-8)" aria-hidden />,
} as const

const words = { copied: 'Draft made', 'copied-before': 'Skipped', refused: 'Not copied' } as const

interface Props {
  results: CopyResult[]
  /** What was planned for each. */
  copies: PlannedCopy[]
  onLeave: () => void
}

/** What has become of each event that was to be copied, and why not, where it wasn't; each copy can be edited from here. */
export function AdminCopyResults({ results, copies, onLeave }: Props) {
  return (
    <>
      <p className={styles.told} role="status">
        {toldOf(results)}
      </p>
      <ul className={styles.results} aria-label="What has become of each event">
        {results.map(({ eventId, eventName, outcome, newEventId, why }) => (
          <li key={eventId}>
            {icons[outcome]}
            <span className={styles.event}>
              <strong>{eventName || 'An event'}</strong>
              <span>
                {words[outcome]}: {why || copies.find((copy) => copy.eventId === eventId)?.newName}
              </span>
            </span>
            {newEventId !== null && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Edit the copy of ${eventName}`}
                onClick={() => {
                  onLeave()
                  showEditEvent({ eventId: newEventId })
                }}
              >
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** '3 drafts are made, 1 event was skipped.' */
function toldOf(results: CopyResult[]): string {
  const made = results.filter(({ outcome }) => outcome === 'copied').length
  const others = results.length - made
  const drafts = made === 0 ? 'No draft is made' : made === 1 ? '1 draft is made' : `${made} drafts are made`
  if (others === 0) return `${drafts}.`
  return `${drafts}, ${others === 1 ? '1 event was' : `${others} events were`} left out.`
}
