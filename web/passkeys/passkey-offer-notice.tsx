import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Fingerprint } from 'lucide-react'
import { getPasskeys } from '#contract/passkeys/calls.ts'
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
      toastDone('Next time you can sign in with this device')
    },
    reloads: [getPasskeys],
  })
  return (
    <Alert
      role="group"
      mb={20}
      icon={<Fingerprint size={18} />}
      title="Sign in with this device next time?"
      withCloseButton
      closeButtonLabel="Not now"
      onClose={() => {
        putOfferOff()
        leave()
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Your finger, face or PIN then signs you in, without waiting for an email. It stays on your device.
        </Text>
        <FormProblem text={problem} />
        <Group gap="sm">
          <Button size="sm" loading={isRunning} onClick={() => void act()}>
            Use this device
          </Button>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              declineOffer()
              leave()
            }}
          >
            Don't ask again here
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
