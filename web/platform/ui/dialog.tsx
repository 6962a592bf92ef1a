import { Button, Group, Text } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { LazyModal } from '#web/platform/ui/lazy-modal.tsx'

/** A question or a message over the page. */
export interface DialogRequest {
  title: string
  message?: string
  confirmLabel: string
  /** null: there is nothing to decline, it is only told. */
  cancelLabel: string | null
  tone: 'plain' | 'danger' | 'done' | 'failed'
  answer: (isConfirmed: boolean) => void
}

export default function Dialog({ request, isOpen }: { request: DialogRequest; isOpen: boolean }) {
  const { title, message, confirmLabel, cancelLabel, tone, answer } = request
  const isBad = tone === 'danger' || tone === 'failed'
  return (
    <LazyModal
      opened={isOpen}
      onClose={() => answer(false)}
      centered
      // Above a panel that it asks about.
      zIndex={210}
      look="short"
      size={420}
      title={
        <Group gap={10} wrap="nowrap" component="span">
          {tone === 'done' && <CircleCheck size={22} color="var(--mantine-color-teal-7)" aria-hidden />}
          {tone === 'failed' && <CircleAlert size={22} color="var(--mantine-color-red-8)" aria-hidden />}
          {title}
        </Group>
      }
    >
      {message && <Text style={{ overflowWrap: 'anywhere' }}>{message}</Text>}
      <Group justify="flex-end" gap="sm" mt="lg">
        {cancelLabel && (
          <Button
            variant="default"
            onClick={() => answer(false)}
            data-autofocus={tone === 'danger' || undefined}
          >
            {cancelLabel}
          </Button>
        )}
        <Button
          {...(isBad && cancelLabel && { color: 'red' })}
          onClick={() => answer(true)}
          data-autofocus={tone !== 'danger' || undefined}
        >
          {confirmLabel}
        </Button>
      </Group>
    </LazyModal>
  )
}
