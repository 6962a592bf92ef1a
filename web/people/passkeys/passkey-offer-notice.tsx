import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Fingerprint } from 'lucide-react'
import { getPasskeys } from '#contract/people/passkeys/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { addPasskeyHere } from './add-passkey.ts'
import { declineOffer, putOfferOff } from './passkey-offers.ts'

/** A notification above the pages. Each of its buttons closes it. */
export default function PasskeyOfferNotice({ onClose }: { onClose: () => void }) {
  const leave = () => {
    onClose()
    document.getElementById('content')?.focus()
  }
  const { act, isRunning, problem } = useAct(addPasskeyHere, {
    done: () => {
      leave()
      toastDone('Next time, you can sign in with a passkey')
    },
    reloads: [getPasskeys],
  })
  return (
    <Alert
      role="group"
      mb={20}
      icon={<Fingerprint size={18} />}
      title="Skip the email next time?"
      withCloseButton
      closeButtonLabel="Not now"
      onClose={() => {
        putOfferOff()
        leave()
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          A passkey lets you sign in with your fingerprint, face or PIN. They stay on your device.
        </Text>
        <FormProblem text={problem} />
        <Group gap="sm">
          <Button size="sm" loading={isRunning} onClick={() => void act()}>
            Set up a passkey
          </Button>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              declineOffer()
              leave()
            }}
          >
            Don't ask again
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
