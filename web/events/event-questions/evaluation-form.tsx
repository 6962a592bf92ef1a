import { Button, Stack, Textarea } from '@mantine/core'
import type {
  EvaluatedSpeaker,
  Evaluation,
  EvaluationAnswer,
} from '#contract/events/event-questions/evaluations.ts'
import type { EventQuestion } from '#contract/events/event-questions/questions.ts'
import { longestAnswer, scaleValues } from '#contract/events/event-questions/questions.ts'
import { shownDates } from '#contract/events/slots/times.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { RadioLine } from './answer-fields.tsx'

interface Props {
  /** Names what is typed, which survives a reload. */
  name: string
  evaluation: Evaluation
  send: (answers: EvaluationAnswer[]) => Promise<unknown>
}

const headings = {
  sent: { title: 'Thank you', text: 'We have received your evaluation. It is stored without your name.' },
  early: { title: 'Not yet', text: 'You can evaluate this event once it is over.' },
}

/** The page of an evaluation: its questions, or that it was sent. */
export function EvaluationForm({ evaluation, ...props }: Props) {
  const { eventName, startOn, endOn, state, questions } = evaluation
  const heading = state === 'open' ? undefined : headings[state]
  return (
    <Stack gap="lg">
      <PageHeading
        key={state}
        text={
          heading?.text ??
          'Your answers are stored without your name. We see results only once five people have answered. Every question is optional.'
        }
      >
        {heading?.title ?? 'How was it?'}
      </PageHeading>
      <div className="card pad tight">
        <strong className="anywhere">{eventName}</strong>
        <span className="small muted">{shownDates({ startOn, endOn })}</span>
      </div>
      {state === 'open' && questions.length > 0 && <Form evaluation={evaluation} {...props} />}
      {state === 'open' && questions.length === 0 && <p>This event has no evaluation anymore.</p>}
    </Stack>
  )
}

/** A field of the form: a question, about one speaker if it asks about each. */
interface Field {
  key: string
  question: EventQuestion
  speaker?: EvaluatedSpeaker
}

function Form({ name, evaluation: { questions, speakers }, send }: Props) {
  const fieldsOf = (question: EventQuestion): Field[] =>
    question.isPerSpeaker
      ? speakers.map((speaker) => ({
          key: `question_${question.questionId}_${speaker.speakerId}`,
          question,
          speaker,
        }))
      : [{ key: `question_${question.questionId}`, question }]
  const all = questions.flatMap(fieldsOf)
  const { fields, formProps, problem, isSending } = useKeptForm<Record<string, string>>(name, {
    initialValues: Object.fromEntries(all.map(({ key }) => [key, ''])),
    check: () => ({}),
    checksOnlyOnSubmit: true,
    send: (values) =>
      send(
        all.map(({ key, question: { questionId }, speaker }) => ({
          questionId,
          ...(speaker && { speakerId: speaker.speakerId }),
          answer: values[key] ?? '',
        })),
      ),
    failed: "Couldn't send your evaluation. Try again.",
  })
  const field = ({ key, question: { wording, kind, choices }, speaker }: Field) => {
    const value = fields.values[key] ?? ''
    const change = (to: string) => fields.setFieldValue(key, to)
    const label = speaker ? `${speaker.name}${speaker.courseTitle && `, ${speaker.courseTitle}`}` : wording
    if (kind !== 'words') {
      const values = kind === 'scale' ? scaleValues : choices
      return <RadioLine key={key} label={label} values={values} value={value} onChange={change} />
    }
    return (
      <Textarea
        key={key}
        label={label}
        description="Stored without your name. Please don't name other attendees."
        rows={4}
        maxLength={longestAnswer.words}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    )
  }
  return (
    <form {...formProps}>
      <Stack gap="xl">
        {questions.some(({ kind }) => kind === 'scale') && (
          <p className="small muted">In each scale, 1 is poor and 5 is excellent.</p>
        )}
        {questions.map((question) =>
          question.isPerSpeaker ? (
            speakers.length > 0 && (
              <Stack
                key={question.questionId}
                role="group"
                aria-labelledby={`wording-${question.questionId}`}
              >
                <p className="strong anywhere" id={`wording-${question.questionId}`}>
                  {question.wording}
                </p>
                {fieldsOf(question).map(field)}
              </Stack>
            )
          ) : (
            <div key={question.questionId}>{fieldsOf(question).map(field)}</div>
          ),
        )}
        <FormProblem text={problem} />
        <Button type="submit" size="md" loading={isSending}>
          Send evaluation
        </Button>
      </Stack>
    </form>
  )
}
