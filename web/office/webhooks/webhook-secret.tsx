import { Button, Stack, Text } from '@mantine/core'
import { CopyIcon } from '#web/core/ui/copy-icon.tsx'

/** Shows a secret once. */
export function WebhookSecret({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <Stack>
      <Text c="dimmed">
        It is not shown again. The receiver verifies each request with it, by the Standard Webhooks
        specification.
      </Text>
      <div className="card pad row" style={{ flexWrap: 'nowrap' }}>
        <code className="anywhere" style={{ flex: 1 }}>
          {value}
        </code>
        <CopyIcon value={value} what="secret" />
      </div>
      <Button onClick={onClose} style={{ justifySelf: 'end', alignSelf: 'end' }} data-autofocus>
        I've saved it
      </Button>
    </Stack>
  )
}
