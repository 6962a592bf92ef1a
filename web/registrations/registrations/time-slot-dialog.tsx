import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { getAskedQuestions, getOwnAnswers } from '#contract/events/event-questions/calls.ts'
import { askedOf } from '#contract/events/event-questions/rules.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { DialogActions } from '#web/core/ui/dialog-form.tsx'
import { inform } from '#web/core/ui/dialogs.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import type { AnswerValues } from '#web/events/event-questions/answer-fields.tsx'
import { AnswerFields, answerErrors, answersIn } from '#web/events/event-questions/answer-fields.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'
import { closedWords, slotRefusal } from '#web/events/slots/offered-slots.ts'
import { placeWords } from '#web/events/slots/place-words.ts'
import { seatsWords } from '#web/events/slots/seats.ts'
import { SlotTimes } from '#web/events/slots/slot-times.tsx'
import { slotInWords } from '#web/events/slots/slot-words.ts'
import { useWaitlistActs } from '#web/registrations/waitlists/waitlist-acts.ts'

interface Props {
  event: GroupedEvent
  held: Slot
  isOpen: boolean
  onClose: () => void
}

/** Moves a registration to another slot of its event. The current slot is shown, but can't be chosen. */
export default function TimeSlotDialog({ event, held, isOpen, onClose }: Props) {
  const now = new Date()
  const [chosenId, setChosenId] = useState('')
  const chosen = event.slots.find(({ eventSlotId }) => String(eventSlotId) === chosenId)
  const choices = event.slots.filter((slot) => slot.eventSlotId !== held.eventSlotId && !deadWords(slot))
  const isFull = chosen !== undefined && !chosen.wait && slotRefusal(event, chosen, now) === 'SLOT_FULL'
  const asked = useData(getAskedQuestions, { query: { eventId: event.eventId } }, { isEnabled: isOpen })
  // Answers that are there move along.
  const questions = askedOf(asked.data?.questions ?? [], chosen?.eventSlotId ?? 0).filter(
    ({ questionId }) => !asked.data?.answers.some((answer) => answer.questionId === questionId),
  )
  const [values, setValues] = useState<AnswerValues>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const fields = {
    values,
    errors,
    setFieldValue: (field: string, value: string) => setValues((before) => ({ ...before, [field]: value })),
    clearFieldError: (field: string) =>
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field))),
  }
  const { join } = useWaitlistActs(finish)
  const { act, isRunning, problem } = useAct(registerForEvent, {
    done: () => {
      finish()
      void inform({
        title: 'Time slot changed',
        message: `You're now registered for ${chosen ? slotInWords(chosen, { isInPerson: isInPerson(event) }) : 'the time slot you chose'}. We've emailed you a confirmation.`,
      })
    },
    failed: 'Please try again later',
    reloads: [getAllEvents, getRegisteredEvents, getAskedQuestions, getOwnAnswers],
  })

  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Change time slot" size={560} centered>
      <form
        onSubmit={(submission) => {
          submission.preventDefault()
          const { eventId, focusId } = event
          if (!chosen) return
          const { eventSlotId } = chosen
          if (isFull) void join.act({ ...chosen, eventName: event.eventName, isInPerson: isInPerson(event) })
          else {
            const problems = answerErrors(questions, values)
            setErrors(problems)
            const answers = answersIn(questions, values)
            if (Object.keys(problems).length === 0)
              void act({ body: { eventId, eventSlotId, focusId, answers } })
          }
        }}
      >
        <Stack gap="lg">
          <Text fw={600}>{event.eventName}</Text>
          <Radio.Group value={chosenId} onChange={setChosenId} label="New time slot">
            <Stack gap="sm" mt="sm">
              {event.slots.map((slot) => {
                const isHeld = slot.eventSlotId === held.eventSlotId
                const dead = deadWords(slot)
                const isFirst = slot === choices[0]
                return (
                  <Radio
                    key={slot.eventSlotId}
                    value={String(slot.eventSlotId)}
                    disabled={isHeld || dead !== undefined}
                    data-autofocus={isFirst || undefined}
                    label={<SlotTimes slot={slot} isInPerson={isInPerson(event)} />}
                    description={isHeld ? 'Your current time slot' : (dead ?? openWords(slot))}
                  />
                )
              })}
            </Stack>
          </Radio.Group>
          {!isFull && <AnswerFields questions={questions} fields={fields as never} />}
          <FormProblem text={problem} title="Action Failed" />
          <DialogActions
            onCancel={onClose}
            cancelLabel="Keep my current time"
            loading={isRunning || join.isRunning}
            disabled={!chosen}
          >
            {isFull ? 'Join the waitlist' : 'Change time slot'}
          </DialogActions>
        </Stack>
      </form>
    </LazyModal>
  )

  function finish() {
    onClose()
    setChosenId('')
  }

  /** Returns why a slot can't be chosen, or undefined. An offered slot can. */
  function deadWords(slot: Slot) {
    if (slot.wait && !slot.wait.offerCode) return placeWords(slot.wait)
    const refusal = slotRefusal(event, slot, now)
    return refusal && refusal !== 'SLOT_FULL' ? closedWords(slot, refusal, now) : undefined
  }

  function openWords(slot: Slot) {
    if (slot.wait) return placeWords(slot.wait)
    return slotRefusal(event, slot, now) ? 'Full. You can join the waitlist' : seatsWords(slot.seatsLeft)
  }
}
