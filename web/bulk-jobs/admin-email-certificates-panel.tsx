import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminSlot } from '#contract/slots/calls.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { SlotPicker } from '#web/slots/slot-picker.tsx'
import { showBulk } from './admin-bulk.tsx'

/** 'Email Certificates in bulk': of which slot; to whom is asked in the panel that follows. */
export default function AdminEmailCertificatesPanel({ isOpen, onClose }: DialogProps) {
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} size={560} title="Email Certificates in bulk">
      <Choice onClose={onClose} />
    </SidePanel>
  )
}

function Choice({ onClose }: { onClose: () => void }) {
  const [slot, setSlot] = useState<AdminSlot>()
  const [problem, setProblem] = useState<string>()
  useUnsavedChanges(slot !== undefined)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!slot) return setProblem('Please select a slot before submitting.')
        onClose()
        showBulk({
          kind: 'mail-certificates',
          registrations: { filter: { eventSlotId: slot.eventSlotId } },
        })
      }}
    >
      <Stack gap="lg">
        <Text c="dimmed" size="sm">
          Choose the time slot whose certificates are to be emailed. Before anything is sent you see to whom.
        </Text>
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
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Choose recipients</Button>
      </SidePanelFooter>
    </form>
  )
}
