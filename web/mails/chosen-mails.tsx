import { Button, Group } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import type { Mail } from '#contract/mails/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { useTryAgain } from './try-again.ts'

interface Props {
  mails: Mail[]
  onClear: () => void
}

/** What can be done with the mails that are chosen; nothing while none is. */
export function ChosenMails({ mails, onClear }: Props) {
  const { act, isRunning } = useTryAgain(onClear)
  if (mails.length === 0) return null
  const retry = {
    which: { mailIds: mails.map(({ mailId }) => mailId) },
    mails: mails.length,
    perhapsSent: mails.filter(({ status }) => status === 'unknown').length,
  }
  return (
    <Group
      px="sm"
      py="xs"
      gap="sm"
      bg="var(--soft)"
      fz="sm"
      fw={600}
      component="section"
      aria-label="Selected emails"
    >
      <span role="status">{shownCount(mails.length)} selected</span>
      <SmallButton icon={RotateCcw} loading={isRunning} onClick={() => void act(retry)}>
        Try again
      </SmallButton>
      <Button variant="subtle" size="xs" onClick={onClear}>
        Clear
      </Button>
    </Group>
  )
}
