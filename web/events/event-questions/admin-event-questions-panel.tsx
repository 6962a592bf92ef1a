import { Stack } from '@mantine/core'
import { getEventQuestions, saveEventQuestions } from '#contract/events/event-questions/calls.ts'
import type { Moment } from '#contract/events/event-questions/questions.ts'
import { mostQuestions } from '#contract/events/event-questions/questions.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import { SaveButton, SaveProblems } from '#web/core/ui/save-record.tsx'
import { PanelSection, SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { AdminQuestionRow } from './admin-question-row.tsx'
import type { SavedQuestions } from './event-question-values.ts'
import {
  bodyOf,
  eventQuestionsKind,
  momentLabels,
  newQuestion,
  questionErrors,
  usualEvaluation,
} from './event-question-values.ts'

interface Props extends DialogProps {
  eventId: number
  eventName: string
}

/** Edits the questions of an event, at registration and of its evaluation. */
export default function AdminEventQuestionsPanel({ isOpen, onClose, eventId, eventName }: Props) {
  const years = useData(getEventsWithSlots, { query: {} })
  const questions = useData(getEventQuestions, { query: { eventId } })
  const event = years.data?.years.flatMap((year) => year.events).find((each) => each.eventId === eventId)
  const data = event && questions.data && { event, questions: questions.data }
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} size={760} title="Questions" about={eventName}>
      <Loaded of={{ ...questions, error: years.error ?? questions.error, data }}>
        {(given) => <QuestionsForm {...given} onClose={onClose} />}
      </Loaded>
    </SidePanel>
  )
}

const abouts: Record<Moment, string> = {
  registration:
    'People answer when they register, and can change their answers until their time slot starts.',
  evaluation:
    'People get the evaluation with the email of their certificate, and under Registered Events. Their answers are stored without names.',
}

function QuestionsForm({
  event,
  questions,
  onClose,
}: {
  event: AdminEvent
  questions: SavedQuestions
  onClose: () => void
}) {
  const { eventId } = event
  const editor = useRecordEditor({
    kind: eventQuestionsKind,
    newest: questions,
    check: (values) => questionErrors(eventId, values),
    checksOnlyOnSubmit: true,
    save: (values, base) => call(saveEventQuestions, { body: bodyOf(eventId, values, base?.state) }),
    // The event itself says whether it has an evaluation.
    reloads: [getEventQuestions, getEventsWithSlots],
    onSaved: () => {
      toastDone('The questions are saved')
      onClose()
    },
    failed: "Couldn't save the questions. Try again.",
  })
  const { fields, formProps } = editor
  const answersOf = (questionId: number | undefined) =>
    questions.questions.find(({ question }) => question.questionId === questionId)?.answers ?? 0
  return (
    <form {...formProps}>
      <Stack gap="xl">
        {(['registration', 'evaluation'] as const).map((moment) => {
          const asked = fields.values[moment]
          return (
            <PanelSection key={moment} title={momentLabels[moment]}>
              <p className="small muted">
                {abouts[moment]} Up to {mostQuestions[moment]} questions.
              </p>
              {asked.map((question, place) => (
                <AdminQuestionRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: new questions have no id, and fields are by place
                  key={`${question.questionId} ${place}`}
                  moment={moment}
                  place={place}
                  last={asked.length - 1}
                  event={event}
                  answers={answersOf(question.questionId)}
                  fields={fields}
                />
              ))}
              <div className="row">
                <SmallButton
                  disabled={asked.length >= mostQuestions[moment]}
                  onClick={() =>
                    fields.setFieldValue(moment, [
                      ...asked,
                      newQuestion(moment === 'registration' ? 'text' : 'scale'),
                    ])
                  }
                >
                  {moment === 'registration' ? 'Add a question' : 'Add a question to the evaluation'}
                </SmallButton>
                {moment === 'evaluation' && asked.length === 0 && (
                  <SmallButton onClick={() => fields.setFieldValue(moment, usualEvaluation)}>
                    Use the usual six
                  </SmallButton>
                )}
              </div>
            </PanelSection>
          )
        })}
      </Stack>
      <SidePanelFooter>
        <SaveProblems editor={editor} of="event" />
        <SaveButton editor={editor} of="questions" onCancel={onClose} />
      </SidePanelFooter>
    </form>
  )
}
