import type { Answer, EventQuestion } from '#contract/events/event-questions/questions.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import type { Fields } from '#web/core/ui/fields.ts'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import type { AnswerValues } from '#web/events/event-questions/answer-fields.tsx'
import {
  AnswerFields,
  answerErrors,
  answersIn,
  answerValues,
} from '#web/events/event-questions/answer-fields.tsx'

interface Props {
  /** Names what is typed, which survives a reload. */
  name: string
  questions: EventQuestion[]
  register: (answers: Answer[]) => Promise<unknown>
  onCancel: () => void
}

/** Asks the questions of an event, then registers. */
export function QuestionsForm({ name, questions, register, onCancel }: Props) {
  const { initialValues, check } = questionFields(questions)
  const form = useKeptForm(name, {
    initialValues,
    check,
    checksOnlyOnSubmit: true,
    send: (values) => register(answersIn(questions, values)),
    failed: 'Failed to complete registration. Please try again.',
  })
  return (
    <DialogForm
      form={form}
      submit="Register"
      cancelLabel="Dismiss"
      onCancel={onCancel}
      problemTitle="Registration Failed"
    >
      <AnswerFields questions={questions} fields={form.fields} isFirst />
    </DialogForm>
  )
}

/** Returns the questions as further fields of the dialog's form. */
export function questionFields(questions: EventQuestion[]) {
  return {
    initialValues: answerValues(questions, []),
    check: (values: AnswerValues) => answerErrors(questions, values),
    draw: (fields: Pick<Fields<AnswerValues>, 'values' | 'errors' | 'setFieldValue'>) => (
      <AnswerFields questions={questions} fields={fields} />
    ),
  }
}
