import { Alert, Title } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { Question, SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { WaitingSlot } from '#web/attendance/attendance-decisions/answered.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { usePortion } from '#web/core/ui/portion.tsx'
import { AdminQuestion, QuestionAnswers } from './admin-question.tsx'
import styles from './admin-questions.module.css'
import { hourName } from './finding-words.ts'
import { HourBoxes } from './hour-boxes.tsx'
import { HoursNow } from './hours-now.tsx'
import { questionTitles, questionWords } from './question-words.ts'
import type { SlotGroups } from './slot-groups.ts'

interface Props extends Pick<SlotGroups, 'anomalies' | 'waiting'> {
  of: WaitingSlot
  agenda: SlotFindings['agenda']
  dayStarts: ReadonlySet<number>
}

/** A slot's open questions: what blocks all of it, then its people. */
export function AdminWaitingList({ of, agenda, anomalies, waiting, dayStarts }: Props) {
  const { shown, more } = usePortion(waiting)
  return (
    <>
      {anomalies.map((wait) => (
        <Alert
          key={`${wait.kind} ${wait.subject}`}
          color="yellow"
          icon={<TriangleAlert />}
          title={questionTitles[wait.kind]}
        >
          <div className="stack">
            {questionWords(wait, missedHour(wait, agenda))}
            <QuestionAnswers of={of} wait={wait} />
          </div>
        </Alert>
      ))}
      {waiting.length > 0 && (
        <section className="card" aria-labelledby="waiting">
          <Title order={2} id="waiting" className={styles.title ?? ''}>
            Waiting <span className="muted">{shownCount(waiting.length)}</span>
          </Title>
          <ul className="lines">
            {shown.map(({ key, wait, rows, person }) => (
              <AdminQuestion key={key} of={of} wait={wait} rows={rows}>
                {person && (
                  <div className="row figures">
                    <HourBoxes codes={person.codes} dayStarts={dayStarts} />
                    <HoursNow person={person} />
                  </div>
                )}
              </AdminQuestion>
            ))}
          </ul>
          <div className={styles.more}>{more}</div>
        </section>
      )}
    </>
  )
}

function missedHour({ facts }: Question, agenda: SlotFindings['agenda']) {
  const hour = agenda[facts.missed ?? -1]
  return hour && hourName(agenda, hour)
}
