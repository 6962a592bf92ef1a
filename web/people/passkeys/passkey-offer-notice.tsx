import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Fingerprint } from 'lucide-react'
import { getPasskeys } from '#contract/people/passkeys/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { addPasskeyHere } from './add-passkey.ts'
import { declineOffer, putOfferOff } from './passkey-offers.ts'

/** A notification above the pages. Each of its buttons closes it. */
export default function PasskeyOfferNotice({ onClose }: { onClose: () => void }) {
  const leave = () => {
    onClose()
    document.getElementById('content')?.focus()
  }
  const { button, problem } = useAct(addPasskeyHere, {
    toast: 'Next time, you can sign in with a passkey',
    done: leave,
    reloads: [getPasskeys],
  })
  return (
    <Alert
      role="group"
      mb={20}
      icon={<Fingerprint />}
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
          <Button size="sm" {...button()}>
            Set up a passkey
          </Button>
          <Button
            variant="default"
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
