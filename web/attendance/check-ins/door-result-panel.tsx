import { Button } from '@mantine/core'
import { CircleCheck, CircleX, TriangleAlert, Undo2 } from 'lucide-react'
import { shownTime } from '#contract/core/plain-dates.ts'
import { undoLast } from './check-in.ts'
import { useResult } from './door-result.ts'
import styles from './door-result-panel.module.css'
import { resultWords } from './door-words.ts'

const icons = { good: CircleCheck, warn: TriangleAlert, bad: CircleX, plain: Undo2 }

/** Shows the last check-in's result with its undo. It has a color, and words that screen readers read immediately. */
export function DoorResultPanel() {
  const { result, count } = useResult()
  const words = result && resultWords(result)
  const Icon = icons[words?.tone ?? 'plain']
  return (
    <section className={styles.panel} data-tone={words?.tone} aria-label="Last check-in">
      <div role="status" aria-live="assertive">
        {result && words ? (
          <div key={count} className={styles.words}>
            <p className={styles.title}>
              <Icon size={32} aria-hidden />
              {words.title}
            </p>
            {result.name && (
              <p>
                Name on the certificate: <strong className={styles.name}>{result.name}</strong>
              </p>
            )}
            <p>{words.text}</p>
            {result.slot && !result.refusal && (
              <p>
                {shownTime(result.slot.startTime)} Eastern, {result.slot.eventName}
              </p>
            )}
          </div>
        ) : (
          <p>Ready. Scan a ticket or search for a person.</p>
        )}
      </div>
      {result?.checkInId && !result.isUndone && result.problem === undefined && (
        <div className={styles.actions}>
          <span className="anywhere">{result.email}</span>
          <Button
            flex="none"
            variant="white"
            color="dark"
            size="lg"
            leftSection={<Undo2 size={20} />}
            onClick={undoLast}
          >
            Undo
          </Button>
        </div>
      )}
    </section>
  )
}
