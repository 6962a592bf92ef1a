import { Alert, Button, TextInput } from '@mantine/core'
import { Scale } from 'lucide-react'
import { useId, useState } from 'react'
import { decideAttendance, withdrawDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { longest } from '#contract/core/fields.ts'
import type { PollQuestion } from '#contract/counting/credit-findings/poll-questions.ts'
import { tryQuestion } from '#contract/counting/credit-findings/poll-questions.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { AdminChangedPeople, tallyWords } from '#web/events/credit-rules/admin-changed-people.tsx'
import { asRead, reloads, useDecisions } from './answered.ts'

interface Props {
  eventSlotId: number
  question: PollQuestion
  /** null: back to the number of answers. */
  counts: boolean | null
  onClose: () => void
}

/** Shows who would get more or fewer hours if a question counted or not, and answers it with a reason. */
export function AdminPollAnswer({ eventSlotId, question, counts, onClose }: Props) {
  const { word } = question
  const subject = counts === null && word ? word.subject : question.subject
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  useUnsavedChanges(reason.trim() !== '')
  const decisions = useDecisions(eventSlotId)
  const trial = useData(tryQuestion, { body: { eventSlotId, subject, counts } }, { isForgotten: true })
  const label = counts === null ? 'Decide by the number of answers' : counts ? 'Counts' : 'Does not count'
  const { act, isRunning, problem } = useAct(
    async (reason: string): Promise<void> => {
      if (counts === null) {
        await call(withdrawDecision, { body: { decisionIds: word ? [word.decisionId] : [], reason } })
        return
      }
      const act = counts ? 'counts' : 'does-not-count'
      const subjects = [asRead(decisions, subject)]
      await call(decideAttendance, { body: { eventSlotId, act, subjects, registrationIds: [], reason } })
    },
    {
      reloads,
      failed: "Couldn't save your answer. Try again.",
      toast: [label, question.question],
      done: onClose,
    },
  )
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(reason.trim() === '')
        if (reason.trim() === '') document.getElementById(id)?.focus()
        else void act(reason.trim())
      }}
    >
      <Loaded of={trial}>
        {(tally) => (
          <>
            <Alert role="status" color="teal" icon={<Scale />} title="Preview of the effect">
              {tallyWords(tally)}
              {tally.fewer > 0 && ' Hours already given stay until you accept fewer.'}
            </Alert>
            <AdminChangedPeople people={tally.people} />
          </>
        )}
      </Loaded>
      <TextInput
        id={id}
        label="Reason"
        description="Shown with the question, and in the history"
        required
        maxLength={longest.line}
        value={reason}
        error={isMissing && 'Enter a reason'}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setMissing(false)
        }}
        data-autofocus
      />
      <FormProblem text={problem} />
      <div className="row">
        <Button type="submit" size="xs" loading={isRunning}>
          {label}
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
