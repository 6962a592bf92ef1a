import type { ButtonProps } from '@mantine/core'
import { Button, Group } from '@mantine/core'

interface Props extends ButtonProps {
  onCancel: () => void
  cancelLabel?: string
}

/** How the form of a dialog ends: the way out, and the button that sends it, whose props these are. */
export function DialogActions({ onCancel, cancelLabel = 'Cancel', ...submit }: Props) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" {...submit} />
    </Group>
  )
}
