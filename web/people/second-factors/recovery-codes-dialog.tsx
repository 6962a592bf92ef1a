import { Button, Group } from '@mantine/core'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Props extends DialogProps {
  codes: string[]
}

/** Shows new recovery codes. They are not shown again, so only its button closes the dialog. */
export default function RecoveryCodesDialog({ codes, isOpen, onClose }: Props) {
  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      title="Save your recovery codes"
      centered
      size={480}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <RecoveryCodes codes={codes} />
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>I've saved them</Button>
      </Group>
    </LazyModal>
  )
}
