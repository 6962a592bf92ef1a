import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import type { Question } from '#contract/counting/credit-findings/calls.ts'
import { AdminQuestionAnswers } from '#web/attendance/attendance-decisions/admin-question-answers.tsx'
import type { WaitingSlot } from '#web/attendance/attendance-decisions/answered.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownAge, shownInstant } from '#web/core/texts/instants.ts'
import { usePortion } from '#web/core/ui/portion.tsx'
import { AdminAgendaButton } from './admin-agenda-button.tsx'
import styles from './admin-questions.module.css'
import { questionTimes, questionTitles, questionWords } from './question-words.ts'
import { findingDetails } from './registration-finding.ts'

interface Props {
  of: WaitingSlot
  wait: Question
  /** The rows answered together, if several. */
  rows?: Question[]
  /** The open question in words; by default its person. */
  who?: string
  /** Shows the person's hours. */
  children?: ReactNode
}

/**
 * An open question: who, why, what the report says, and the answers. Grouped rows can be opened and answered
 * one by one.
 */
export function AdminQuestion({ of, wait, rows = [wait], who, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { eventSlotId } = of
  const { kind, registrationId, name, email, facts, since } = wait
  const hour = facts.missed === undefined ? undefined : `hour ${facts.missed + 1}`
  const times = questionTimes(rows)
  const areSeveral = rows.length > 1
  const count = counted(rows.length, 'row')
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <li className={styles.wait}>
      <div className={styles.who}>
        {registrationId !== null && (
          <button
            type="button"
            className={styles.name}
            onClick={() => findingDetails.show({ eventSlotId, registrationId })}
          >
            {name || 'Unknown person'}
          </button>
        )}
        {registrationId === null && <span className="strong">{nameOf(wait)}</span>}
        <span className="muted tiny">{email}</span>
        {areSeveral && (
          <button
            type="button"
            className={`small ${styles.rowCount}`}
            aria-label={`${count} of ${name}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Arrow size={15} aria-hidden />
            {count}
          </button>
        )}
      </div>
      <div>
        <span className="pill small" data-tone="warn">
          {questionTitles[kind]}
        </span>{' '}
        <span className="small">{questionWords(wait, hour)}</span>
        {times && <div className="muted small figures">{times}</div>}
      </div>
      <div className="muted tiny figures" title={`Since ${shownInstant(since)}`}>
        {shownAge(since)}
        {children}
      </div>
      <div className={styles.answers}>
        <QuestionAnswers
          of={of}
          wait={wait}
          rows={rows}
          who={who ?? (areSeveral ? `${count} of ${name}` : undefined)}
        />
      </div>
      {areSeveral && (
        <div id={id} className={styles.rows} hidden={!isOpen}>
          {isOpen && <Rows of={of} rows={rows} />}
        </div>
      )}
    </li>
  )
}

/** Grouped rows, each with its own answers. */
function Rows({ of, rows }: { of: WaitingSlot; rows: Question[] }) {
  const { shown, more } = usePortion(rows)
  return (
    <>
      <ul className="lines">
        {shown.map((row) => (
          <AdminQuestion key={row.subject} of={of} wait={row} who={`${row.name}, ${questionTimes([row])}`} />
        ))}
      </ul>
      <div className={styles.more}>{more}</div>
    </>
  )
}

/** The answers to a question. A missed hour can also be stated as taught. */
export function QuestionAnswers({ of, wait, rows, who }: Pick<Props, 'of' | 'wait' | 'rows' | 'who'>) {
  return (
    <AdminQuestionAnswers
      of={of}
      wait={wait}
      rows={rows}
      who={who || wait.name || wait.email || 'this time slot'}
    >
      {wait.kind === 'same-hour-missed' && (
        <AdminAgendaButton eventSlotId={of.eventSlotId} proposal={wait.facts.proposal}>
          Adjust teaching times
        </AdminAgendaButton>
      )}
    </AdminQuestionAnswers>
  )
}

function nameOf({ kind, name, subject }: Question) {
  return kind in questionTitles && /^(?:person|row) /.test(subject)
    ? name || 'Unknown person'
    : 'The time slot'
}
