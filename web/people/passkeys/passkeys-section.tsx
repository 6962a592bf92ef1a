import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Fingerprint } from 'lucide-react'
import type { Passkey } from '#contract/people/passkeys/calls.ts'
import { getPasskeys, removePasskey, renamePasskey } from '#contract/people/passkeys/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { ProfileCard } from '#web/core/ui/profile-card.tsx'
import { addPasskeyHere } from './add-passkey.ts'
import { PasskeyList } from './passkey-list.tsx'
import { knowsPasskeys } from './passkey-support.ts'

interface Props {
  /** Adding a passkey may need a proof. This folder must not import second factors, which import it. */
  withProof: (act: () => Promise<void>) => Promise<void>
}

/** The part of the profile page about passkeys. */
export function PasskeysSection({ withProof }: Props) {
  return (
    <ProfileCard title="Passkeys">
      <Text c="dimmed" mb="md">
        Passkeys let you sign in with your fingerprint, face or PIN, with no email needed.
      </Text>
      <Loaded of={useData(getPasskeys, {})} loading={<Skeleton height={56} />}>
        {({ passkeys }) => <Passkeys passkeys={passkeys} withProof={withProof} />}
      </Loaded>
    </ProfileCard>
  )
}

function Passkeys({ passkeys, withProof }: { passkeys: Passkey[] } & Props) {
  const add = useAct(() => withProof(addPasskeyHere), {
    toast: 'Passkey added',
    reloads: [getPasskeys],
  })
  const remove = useAct(removePasskey, {
    confirm: {
      title: 'Remove this passkey?',
      message: "You can't sign in with it anymore. Delete it on your device, too.",
      confirmLabel: 'Remove',
      tone: 'danger',
    },
    toast: 'Passkey removed',
    failed: 'Something went wrong. Try again.',
    reloads: [getPasskeys],
  })
  return (
    <Stack>
      <PasskeyList
        passkeys={passkeys}
        source={getPasskeys}
        rename={renamePasskey}
        removing={remove.given?.body.passkeyId}
        onRemove={({ passkeyId }) => void remove.act({ body: { passkeyId } })}
      />
      <FormProblem text={add.problem ?? remove.problem} />
      {knowsPasskeys() && (
        <Group justify="flex-end">
          <Button variant="default" leftSection={<Fingerprint size={17} />} {...add.button()}>
            Add a passkey
          </Button>
        </Group>
      )}
    </Stack>
  )
}
