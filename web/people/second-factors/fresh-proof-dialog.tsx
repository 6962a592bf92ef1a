import { Skeleton, Text } from '@mantine/core'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { askFactorProof, getSecondFactor, proveSecondFactor } from '#contract/people/second-factors/calls.ts'
import { proveSession } from '#contract/people/sessions/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { EmailProofForm } from '#web/people/identity/email-proof-form.tsx'
import { PasswordProofForm } from '#web/people/identity/password-proof-form.tsx'
import { FactorProofForm } from './factor-proof-form.tsx'

interface Props extends DialogProps {
  wanted: RefusalCode
  onProven: () => void
}

/** Asks signed-in people to prove themselves again: by the factor, the password or an emailed code. */
export default function FreshProofDialog({ wanted, isOpen, onClose, onProven }: Props) {
  const prove = async (authToken: string) => {
    await call(proveSession, { body: { authToken } })
    onProven()
  }
  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      title="Confirm it's you"
      centered
      look="short"
      // Above the dialog that needs the proof.
      zIndex={210}
      size={420}
    >
      {wanted === 'FACTOR_NOT_PROVEN' && <OwnFactorProof onProven={onProven} />}
      {wanted === 'PASSWORD_NOT_PROVEN' && (
        <PasswordProofForm text="Enter your password to continue." onCancel={onClose} send={prove} />
      )}
      {wanted === 'SIGN_IN_TOO_OLD' && <EmailProofForm onCancel={onClose} send={prove} />}
    </LazyModal>
  )
}

function OwnFactorProof({ onProven }: Pick<Props, 'onProven'>) {
  const reload = useReload()
  return (
    <Loaded of={useData(getSecondFactor, {})} loading={<Skeleton height={120} />}>
      {({ hasApp, passkeys }) => (
        <>
          <Text c="dimmed" mb="md">
            Use your code or passkey to continue.
          </Text>
          <FactorProofForm
            hasApp={hasApp}
            hasPasskeys={passkeys.length > 0}
            label="Confirm"
            ask={async () => (await call(askFactorProof, {})).options}
            send={async (proof) => {
              await call(proveSecondFactor, { body: proof })
              await reload(getSecondFactor)
              onProven()
            }}
          />
        </>
      )}
    </Loaded>
  )
}
