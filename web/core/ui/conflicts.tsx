import { Alert, Button } from '@mantine/core'
import { History } from 'lucide-react'
import styles from './conflicts.module.css'
import type { Conflict } from './take-over.ts'

interface Props {
  conflicts: Conflict[]
  /** What is edited: 'event'. */
  of: string
  /** Somebody else has deleted it. */
  isGone: boolean
  onChoose: (id: string, side: 'mine' | 'theirs') => void
}

/** What was changed here and by somebody else: one side of each is chosen before anything is saved. */
export function Conflicts({ conflicts, of, isGone, onChoose }: Props) {
  if (!isGone && conflicts.length === 0) return null
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<History size={18} aria-hidden />}
      title={
        isGone
          ? `Somebody else has deleted this ${of} meanwhile`
          : 'Somebody else has changed this meanwhile: which shall it be?'
      }
    >
      {isGone ? (
        'What you typed can be copied from here; the history says who deleted it.'
      ) : (
        <ul className={styles.conflicts}>
          {conflicts.map(({ id, what, mine, theirs }) => (
            <li key={id}>
              <strong>{what}</strong>
              <div className={styles.sides}>
                <Button size="xs" variant="default" onClick={() => onChoose(id, 'mine')}>
                  Keep mine: {mine}
                </Button>
                <Button size="xs" variant="default" onClick={() => onChoose(id, 'theirs')}>
                  Take theirs: {theirs}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
