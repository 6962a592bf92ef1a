import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { getAllEvents } from '#contract/events/calls.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/calls.ts'
import { shownSlot } from '#contract/slots/times.ts'
import { useAct } from '#web/core/api/act.ts'
import { DialogActions } from '#web/core/ui/dialog-form.tsx'
import { inform } from '#web/core/ui/dialogs.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import type { GroupedEvent } from '#web/events/grouped-events.ts'
import { closedWords, type Slot, slotRefusal } from '#web/slots/offered-slots.ts'
import { seatsWords } from '#web/slots/seats.ts'
import { SlotTimes } from '#web/slots/slot-times.tsx'

interface Props {
  event: GroupedEvent
  held: Slot
  isOpen: boolean
  onClose: () => void
}

/** Moves a registration to another slot of its event. The current slot is shown, but cannot be chosen. */
export default function TimeSlotDialog({ event, held, isOpen, onClose }: Props) {
  const now = new Date()
  const [chosenId, setChosenId] = useState('')
  const chosen = event.slots.find(({ eventSlotId }) => String(eventSlotId) === chosenId)
  const choices = event.slots.filter(
    (slot) => slot.eventSlotId !== held.eventSlotId && !slotRefusal(event, slot, now),
  )
  const { act, isRunning, problem } = useAct(registerForEvent, {
    done: () => {
      onClose()
      setChosenId('')
      void inform({
        title: 'Time slot changed',
        message: `You're now registered for ${chosen ? shownSlot(chosen) : 'the time slot you chose'}. We've emailed you a confirmation.`,
      })
    },
    failed: 'Please try again later',
    reloads: [getAllEvents, getRegisteredEvents],
  })

  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Change time slot" size={560} centered>
      <form
        onSubmit={(submission) => {
          submission.preventDefault()
          const { eventId, focusId } = event
          if (chosen) void act({ body: { eventId, eventSlotId: chosen.eventSlotId, focusId } })
        }}
      >
        <Stack gap="lg">
          <Text fw={600}>{event.eventName}</Text>
          <Radio.Group value={chosenId} onChange={setChosenId} label="New time slot">
            <Stack gap="sm" mt="sm">
              {event.slots.map((slot) => {
                const isHeld = slot.eventSlotId === held.eventSlotId
                const refusal = slotRefusal(event, slot, now)
                const isFirst = slot === choices[0]
                return (
                  <Radio
                    key={slot.eventSlotId}
                    value={String(slot.eventSlotId)}
                    disabled={isHeld || refusal !== undefined}
                    data-autofocus={isFirst || undefined}
                    label={<SlotTimes slot={slot} />}
                    description={
                      isHeld ? 'Your current time slot' : closedWords(refusal) || seatsWords(slot.seatsLeft)
                    }
                  />
                )
              })}
            </Stack>
          </Radio.Group>
          <FormProblem text={problem} title="Action Failed" />
          <DialogActions
            onCancel={onClose}
            cancelLabel="Keep my current time"
            loading={isRunning}
            disabled={!chosen}
          >
            Change time slot
          </DialogActions>
        </Stack>
      </form>
    </LazyModal>
  )
}
