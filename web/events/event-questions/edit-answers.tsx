import { Text } from '@mantine/core'
import type { OwnAnswers } from '#contract/events/event-questions/calls.ts'
import { getOwnAnswers, saveAnswers } from '#contract/events/event-questions/calls.ts'
import { call } from '#web/core/api/call.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { AnswerFields, answerErrors, answersIn, answerValues } from './answer-fields.tsx'

interface Props extends DialogProps {
  own: OwnAnswers
  eventName: string
}

/** Changes the answers of a registration. */
export default function EditAnswers({ isOpen, onClose, ...props }: Props) {
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Your answers" size={560} centered>
      {isOpen && <AnswersForm {...props} onClose={onClose} />}
    </LazyModal>
  )
}

function AnswersForm({ own, eventName, onClose }: Omit<Props, 'isOpen'>) {
  const { registrationId, questions, answers } = own
  const form = useKeptForm(`the answers of registration ${registrationId}`, {
    initialValues: answerValues(questions, answers),
    check: (values) => answerErrors(questions, values),
    checksOnlyOnSubmit: true,
    send: (values) => call(saveAnswers, { body: { registrationId, answers: answersIn(questions, values) } }),
    reloads: [getOwnAnswers],
    toast: 'Your answers are saved',
    done: onClose,
    failed: "Couldn't save your answers. Try again.",
  })
  return (
    <DialogForm form={form} submit="Save" onCancel={onClose}>
      <Text fw={600} className="anywhere">
        {eventName}
      </Text>
      <Hint>You can change your answers until your time slot starts.</Hint>
      <AnswerFields questions={questions} fields={form.fields} isFirst />
    </DialogForm>
  )
}
