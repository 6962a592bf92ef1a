import { MessageCircleQuestion } from 'lucide-react'
import { getEventQuestions, saveEventQuestions } from '#contract/events/event-questions/calls.ts'
import type { EventQuestion } from '#contract/events/event-questions/questions.ts'
import { evaluationKinds, registrationKinds } from '#contract/events/event-questions/questions.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { useData } from '#web/core/api/data.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { editEventQuestions } from './admin-event-questions.ts'
import { momentLabels } from './event-question-values.ts'

/** The questions of an event on its overview, with the button to edit them. */
export function AdminQuestionsSummary({ event }: { event: AdminEvent }) {
  const { eventId, eventName } = event
  const { data } = useData(getEventQuestions, { query: { eventId } })
  const questions = data?.questions.map(({ question }) => question) ?? []
  return (
    <section className="card pad stack" aria-labelledby="questions">
      <div className="spread">
        <h2 id="questions">Questions</h2>
        <SmallButton
          needs={saveEventQuestions}
          icon={MessageCircleQuestion}
          disabled={!data}
          onClick={() => editEventQuestions.show({ eventId, eventName })}
        >
          Edit questions
        </SmallButton>
      </div>
      {data && questions.length === 0 && (
        <p className="muted">This event asks nothing at registration, and has no evaluation.</p>
      )}
      {(['registration', 'evaluation'] as const).map((moment) => {
        const asked = questions.filter((question) => question.moment === moment)
        if (asked.length === 0) return null
        return (
          <div key={moment} className="tight">
            <p className="strong small">{momentLabels[moment]}</p>
            <ol className="small">
              {asked.map((question) => (
                <li key={question.questionId} className="anywhere">
                  {question.wording} <span className="muted">{factsOf(question, event)}</span>
                </li>
              ))}
            </ol>
          </div>
        )
      })}
      <editEventQuestions.Panel />
    </section>
  )
}

const kinds = { ...registrationKinds, ...evaluationKinds }

function factsOf({ kind, isRequired, isPerSpeaker, eventSlotId }: EventQuestion, { slots }: AdminEvent) {
  const slot = slots.find((each) => each.eventSlotId === eventSlotId)
  return [
    kinds[kind],
    isRequired && 'required',
    isPerSpeaker && 'about each speaker',
    slot && `only ${shownTimeslot(slot)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
