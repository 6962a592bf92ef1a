import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { Sentences } from '#web/core/ui/sentences.tsx'
import styles from './figures.module.css'

const changes = [
  'All reports of a time slot count together. A newer file never replaces an older one: you set a report aside, with a reason.',
  'An hour can be earned in any time slot of the event, and counts once. Day 1 in the morning plus day 2 in the evening gives all hours.',
  'Credits and certificates name the days on which the hours were earned.',
  'No hour is taught during a break.',
  'A shorter hour needs the same share of its minutes. If it was taught too briefly, it is worth half an hour.',
  'A poll question counts as asked if two people, and a tenth of those present, answered it. You can decide otherwise.',
  'Minutes credited elsewhere are not credited again.',
  'What you undo stays undone until you choose “Use automatic hours”.',
]

interface Props {
  /** The valid rules of the shown renewal year. */
  codes: Figures['code'][]
}

/** Says what the rule `hours-2` changes. Open while the older rule counts. */
export function AdminRuleChanges({ codes }: Props) {
  const isOld = codes.includes('hours-1')
  return (
    <section className="card pad stack" aria-labelledby="rule-changes">
      <h2 id="rule-changes">What the rule hours-2 changes</h2>
      {isOld && (
        <p>
          This renewal year uses the rule hours-1. Nothing changes until you choose hours-2 under 'Edit
          rules'. There, 'Preview the effect' shows who would get more or fewer hours.
        </p>
      )}
      <details open={isOld}>
        <summary>{isOld ? 'The changes' : 'The changes since hours-1'}</summary>
        <Sentences className={styles.words} of={changes} />
      </details>
      <p className="muted small">
        Hours counted before keep their rule and their explanation. No one's hours are ever lowered
        automatically: fewer hours wait under 'Needs a decision'.
      </p>
    </section>
  )
}
