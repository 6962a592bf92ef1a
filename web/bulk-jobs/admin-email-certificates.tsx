import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { create } from 'zustand'
import type { OfferedSlot } from '#web/events/event-choices.ts'
import { SlotPicker } from '#web/events/slot-picker.tsx'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { LazyModal } from '#web/platform/ui/lazy-modal.tsx'
import { showBulk } from './admin-bulk-panel.tsx'

const usePanel = create(() => ({ isOpen: false, place: 0 }))

/** Opens the page's `AdminEmailCertificates`. */
export function emailCertificates(): void {
  usePanel.setState(({ place }) => ({ isOpen: true, place: place + 1 }))
}

/** 'Email Certificates in bulk': of which slot; to whom is asked in the panel that follows. */
export function AdminEmailCertificates() {
  const { isOpen, place } = usePanel()
  const close = () => usePanel.setState({ isOpen: false })
  return (
    <LazyModal opened={isOpen} onClose={close} look="panel" size={560} title="Email Certificates in bulk">
      <Choice key={place} onClose={close} />
    </LazyModal>
  )
}

function Choice({ onClose }: { onClose: () => void }) {
  const [slot, setSlot] = useState<OfferedSlot>()
  const [problem, setProblem] = useState<string>()
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
        <FormProblem text={problem} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Choose recipients</Button>
        </Group>
      </Stack>
    </form>
  )
}
