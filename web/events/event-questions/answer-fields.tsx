import { NativeSelect, Radio, TextInput } from '@mantine/core'
import type { Answer, EventQuestion } from '#contract/events/event-questions/questions.ts'
import { longestAnswer } from '#contract/events/event-questions/questions.ts'
import { answerProblems, fieldOf, possibleAnswers } from '#contract/events/event-questions/rules.ts'
import type { Fields } from '#web/core/ui/fields.ts'
import styles from './answer-fields.module.css'

/** The answers in a form, by the questions' fields. */
export type AnswerValues = Record<string, string>

/** Returns the starting values of a form for these questions. */
export function answerValues(questions: readonly EventQuestion[], answers: readonly Answer[]): AnswerValues {
  return Object.fromEntries(
    questions.map((question) => [
      fieldOf(question),
      answers.find(({ questionId }) => questionId === question.questionId)?.answer ?? '',
    ]),
  )
}

/** Returns the answers in a form's values. */
export function answersIn(questions: readonly EventQuestion[], values: AnswerValues): Answer[] {
  return questions.map((question) => ({
    questionId: question.questionId,
    answer: values[fieldOf(question)] ?? '',
  }))
}

/** Returns what is missing or impossible, by field. */
export function answerErrors(questions: readonly EventQuestion[], values: AnswerValues) {
  return answerProblems(questions, answersIn(questions, values))
}

interface Props {
  questions: readonly EventQuestion[]
  fields: Pick<Fields<AnswerValues>, 'values' | 'errors' | 'setFieldValue'>
  /** The first field gets the focus when the dialog opens. */
  isFirst?: boolean
}

/** The fields for the questions of an event. */
export function AnswerFields({ questions, fields, isFirst = false }: Props) {
  return questions.map((question, place) => {
    const field = fieldOf(question)
    const { kind, wording, isRequired } = question
    const answer = fields.values[field] ?? ''
    const error = fields.errors[field]
    const change = (value: string) => fields.setFieldValue(field, value)
    const shared = {
      label: wording,
      required: isRequired,
      error,
      ...(isFirst && place === 0 && { 'data-autofocus': true }),
    }
    if (kind === 'text') {
      return (
        <TextInput
          key={field}
          {...shared}
          autoComplete="off"
          maxLength={longestAnswer.text}
          value={answer}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )
    }
    const possible = possibleAnswers(question) ?? []
    // An answer that is not offered any more stays visible.
    const offered = answer === '' || possible.includes(answer) ? possible : [...possible, answer]
    return (
      <NativeSelect
        key={field}
        {...shared}
        data={[{ value: '', label: isRequired ? 'Choose an answer' : 'No answer' }, ...offered]}
        value={answer}
        onChange={(event) => change(event.currentTarget.value)}
      />
    )
  })
}

interface ScaleProps {
  label: string
  values: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** One choice of several in a line, such as a scale. */
export function RadioLine({ label, values, value, onChange }: ScaleProps) {
  return (
    <Radio.Group label={label} value={value} onChange={onChange}>
      <div className={`row ${styles.scale}`}>
        {values.map((each) => (
          <Radio key={each} value={each} label={each} />
        ))}
      </div>
    </Radio.Group>
  )
}
