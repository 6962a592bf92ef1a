import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import type { OwnAnswers as Own } from '#contract/events/event-questions/calls.ts'
import { getOwnAnswers } from '#contract/events/event-questions/calls.ts'
import { answerProblems } from '#contract/events/event-questions/rules.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { later } from '#web/core/ui/later.tsx'
import styles from './own-answers.module.css'

const EditAnswers = later(() => import('./edit-answers.tsx'))

/** The person's answers of a registration, and its evaluation. Shows nothing if the event asks nothing. */
export function OwnAnswers({ registrationId, eventName }: { registrationId: number; eventName: string }) {
  const { data } = useData(getOwnAnswers, {})
  const own = data?.registrations.find((each) => each.registrationId === registrationId)
  if (!own) return null
  return (
    <>
      {own.questions.length > 0 && <Answers own={own} eventName={eventName} />}
      {own.evaluation === 'open' && (
        <div className={styles.evaluate}>
          <Button
            variant="light"
            renderRoot={(props) => (
              <Link
                to={`${paths.ownEvaluation()}/$registrationId`}
                params={{ registrationId } as never}
                {...props}
              />
            )}
          >
            Evaluate this event
          </Button>
        </div>
      )}
      {own.evaluation === 'sent' && (
        <p className={`row small muted ${styles.state}`}>
          <CircleCheck size={16} />
          You have sent your evaluation. Thank you.
        </p>
      )}
    </>
  )
}

function Answers({ own, eventName }: { own: Own; eventName: string }) {
  const { questions, answers, isEditable } = own
  const [isOpen, setOpen] = useState(false)
  const open = Object.keys(answerProblems(questions, [], { stored: answers })).length
  const answered = questions.flatMap(({ questionId, wording }) => {
    const answer = answers.find((each) => each.questionId === questionId)?.answer
    return answer === undefined ? [] : [{ questionId, wording, answer }]
  })
  if (!isEditable && answered.length === 0) return null
  return (
    <section className="stack" aria-label={`Your answers for ${eventName}`}>
      {isEditable && open > 0 && (
        <p className={`row small strong ${styles.state}`}>
          <CircleAlert size={16} />
          {counted(open, 'question')} still {open === 1 ? 'needs' : 'need'} your answer.
        </p>
      )}
      {answered.length > 0 && (
        <dl className={`small ${styles.answers}`}>
          {answered.map(({ questionId, wording, answer }) => (
            <div key={questionId} className="anywhere">
              <dt className="muted">{wording}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {isEditable && (
        <div className="row">
          <Button
            variant={open > 0 ? 'light' : 'default'}
            size="xs"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {answered.length > 0 ? 'Edit answers' : 'Answer questions'}
          </Button>
          <EditAnswers own={own} eventName={eventName} isOpen={isOpen} onClose={() => setOpen(false)} />
        </div>
      )}
    </section>
  )
}
