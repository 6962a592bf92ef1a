import type { ReactNode } from 'react'
import type { Wait } from '#contract/credit-findings/calls.ts'
import { AdminWaitAnswers } from '#web/attendance-decisions/admin-wait-answers.tsx'
import type { WaitingSlot } from '#web/attendance-decisions/answered.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { AdminAgendaButton } from './admin-agenda-button.tsx'
import styles from './admin-waiting-list.module.css'
import { findingDetails } from './registration-finding.ts'
import { visitTimes, waitTitles, waitWords } from './wait-words.ts'

interface Props {
  of: WaitingSlot
  wait: Wait
  /** Names the hour of an anomaly. */
  missedHour?: string | undefined
  /** Shows the person's hours. */
  children?: ReactNode
}

/** Something that waits: who, why, what the report says, and the answers. */
export function AdminWait({ of, wait, missedHour, children }: Props) {
  const { eventSlotId } = of
  const { kind, registrationId, name, email, facts, since } = wait
  const hour = missedHour ?? (facts.missed === undefined ? undefined : `hour ${facts.missed + 1}`)
  const times = visitTimes(facts.visits)
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
      </div>
      <div>
        <span className="pill small" data-tone="warn">
          {waitTitles[kind]}
        </span>{' '}
        <span className="small">{waitWords(wait, hour)}</span>
        {times && <div className="muted small figures">{times}</div>}
      </div>
      <div className="muted tiny figures" title={`Since ${shownInstant(since)}`}>
        {ageWords(since)}
        {children}
      </div>
      <div className={styles.answers}>
        <WaitAnswers of={of} wait={wait} />
      </div>
    </li>
  )
}

/** The answers to a wait. A missed hour can also be stated as it was taught. */
export function WaitAnswers({ of, wait }: Pick<Props, 'of' | 'wait'>) {
  return (
    <AdminWaitAnswers of={of} wait={wait}>
      {wait.kind === 'same-hour-missed' && (
        <AdminAgendaButton eventSlotId={of.eventSlotId} proposal={wait.facts.proposal}>
          State the hours as taught
        </AdminAgendaButton>
      )}
    </AdminWaitAnswers>
  )
}

function nameOf({ kind, name, subject }: Wait): string {
  return kind in waitTitles && /^(?:person|row) /.test(subject) ? name || 'Unknown person' : 'The time slot'
}

function ageWords(since: Date): string {
  const days = Math.floor((Date.now() - since.getTime()) / 86_400_000)
  return days < 1 ? 'Since today' : `For ${counted(days, 'day')}`
}
