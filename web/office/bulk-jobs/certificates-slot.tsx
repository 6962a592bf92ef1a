import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { AdminSlot } from '#contract/events/slots/calls.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { SlotPicker, useOnlySlot } from './slot-picker.tsx'

interface Props {
  onChoose: (eventSlotId: number) => void
  onCancel: () => void
}

/** 'Email Certificates in bulk': asks for the time slot. The next step asks for the recipients. */
export function CertificatesSlot({ onChoose, onCancel }: Props) {
  const onlySlot = useOnlySlot()
  const [slot, setSlot] = useState<AdminSlot | undefined>(onlySlot)
  const [problem, setProblem] = useState<string>()
  useUnsavedChanges(slot?.eventSlotId !== onlySlot?.eventSlotId)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (slot) onChoose(slot.eventSlotId)
        else setProblem('Please select a slot before submitting.')
      }}
    >
      <Stack gap="lg">
        <Hint>
          Choose the time slot whose certificates you want to email. You'll see the recipients before anything
          is sent.
        </Hint>
        <SlotPicker
          chosen={slot}
          onChoose={(next) => {
            setSlot(next)
            setProblem(undefined)
          }}
        />
      </Stack>
      <SidePanelFooter>
        <FormProblem text={problem} />
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Choose recipients</Button>
      </SidePanelFooter>
    </form>
  )
}
