import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import type { PollQuestion } from '#contract/counting/credit-findings/poll-questions.ts'
import { getPollQuestions } from '#contract/counting/credit-findings/poll-questions.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { AdminPollAnswer } from './admin-poll-answer.tsx'
import { countsWords, putWords } from './poll-words.ts'

interface Props extends DialogProps {
  eventSlotId: number
  /** The question to open first. */
  subject?: string
}

/** A slot's poll questions: how many answered each, if it counts, and who says so. */
export default function AdminPollQuestionsPanel({ eventSlotId, subject, ...panel }: Props) {
  const read = useData(getPollQuestions, { query: { eventSlotId } })
  const about = read.data && `${read.data.eventName}, ${shownTimeslot(read.data.slot)}`
  return (
    <SidePanel {...panel} title="Poll questions" {...(about && { about })} size={640}>
      <div className="stack pad">
        <Loaded of={read}>
          {({ questions, canDecide }) => (
            <>
              <Hint>
                {canDecide
                  ? 'A question counts if two people, and at least a tenth of those present in its hour, answered it. You can decide otherwise. An answer always stays an answer.'
                  : "This time slot's credit rules don't depend on how many people answered."}
              </Hint>
              {questions.length === 0 && <Text>No questions have been answered yet.</Text>}
              <ul className="lines">
                {questions.map((question) => (
                  <PollQuestionItem
                    key={`${question.subject} ${question.on} ${putWords(question)}`}
                    eventSlotId={eventSlotId}
                    question={question}
                    canDecide={canDecide}
                    isFirst={question.subject === subject}
                  />
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </div>
    </SidePanel>
  )
}

interface QuestionProps {
  eventSlotId: number
  question: PollQuestion
  canDecide: boolean
  isFirst: boolean
}

function PollQuestionItem({ eventSlotId, question, canDecide, isFirst }: QuestionProps) {
  const { counts, isInHour, word } = question
  const [wanted, setWanted] = useState<boolean | null | undefined>(isFirst ? !counts : undefined)
  const choice = (label: string, to: boolean | null) => (
    <SmallButton
      aria-label={`${label}: ${question.question}, ${putWords(question)}`}
      aria-expanded={wanted === to}
      onClick={() => setWanted(wanted === to ? undefined : to)}
    >
      {label}
    </SmallButton>
  )
  return (
    <Stack component="li" gap={4} py="sm">
      <div className="spread">
        <div className="anywhere">
          <div className="strong">{question.question}</div>
          <div className="muted small figures">{putWords(question)}</div>
          <div className="small">
            <span className="pill small" data-tone={counts ? 'good' : 'warn'}>
              {counts ? 'Counts' : 'Does not count'}
            </span>{' '}
            {countsWords(question)}
          </div>
        </div>
        {canDecide && isInHour && can(decideAttendance) && (
          <div className="row">
            {word?.subject !== question.subject || !counts ? choice('Counts', true) : null}
            {word?.subject !== question.subject || counts ? choice('Does not count', false) : null}
            {word && choice('Decide by the number of answers', null)}
          </div>
        )}
      </div>
      {wanted !== undefined && (
        <AdminPollAnswer
          key={String(wanted)}
          eventSlotId={eventSlotId}
          question={question}
          counts={wanted}
          onClose={() => setWanted(undefined)}
        />
      )}
    </Stack>
  )
}
