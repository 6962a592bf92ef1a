import { Skeleton } from '@mantine/core'
import { getSecondFactor } from '#contract/second-factors/calls.ts'
import { proveSession } from '#contract/sessions/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { EmailProofForm } from '#web/identity/email-proof-form.tsx'
import { PasswordProofForm } from '#web/identity/password-proof-form.tsx'
import { FactorProof } from './factor-proof.tsx'
import type { WantedProof } from './wanted-proof.ts'

interface Props {
  wanted: WantedProof
  isOpen: boolean
  onClose: () => void
  /** What it was asked for goes on. */
  onProven: () => void
}

/** Asks signed-in people once more who they are: by the factor, the password or an emailed code. */
export default function FreshProofDialog({ wanted, isOpen, onClose, onProven }: Props) {
  const prove = async (authToken: string) => {
    await call(proveSession, { body: { authToken } })
    onProven()
  }
  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      title="Confirm it is you"
      centered
      look="short"
      // Above the dialog that it was asked from.
      zIndex={210}
      size={420}
    >
      {wanted === 'FACTOR_NOT_PROVEN' && <OwnFactorProof onProven={onProven} />}
      {wanted === 'PASSWORD_NOT_PROVEN' && (
        <PasswordProofForm
          text="Please type your password once more, so that nobody else does this here."
          onCancel={onClose}
          send={prove}
        />
      )}
      {wanted === 'SIGN_IN_TOO_OLD' && <EmailProofForm onCancel={onClose} send={prove} />}
    </LazyModal>
  )
}

function OwnFactorProof({ onProven }: Pick<Props, 'onProven'>) {
  return (
    <Loaded of={useData(getSecondFactor, {})} meanwhile={<Skeleton height={120} />}>
      {(factor) => <FactorProof factor={factor} onProven={onProven} />}
    </Loaded>
  )
}
