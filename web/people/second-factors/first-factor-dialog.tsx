import { beginFactor, switchOnSecondFactor } from '#contract/people/second-factors/calls.ts'
import { call } from '#web/core/api/call.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { FactorMaker } from './factor-maker.tsx'
import { withProof } from './fresh-proof.tsx'

/** Turns a first factor on in a session by single sign-on, which an emailed code proves. */
export default function FirstFactorDialog({
  isOpen,
  onClose,
  onDone,
}: DialogProps & { onDone: (recoveryCodes: string[]) => void }) {
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Turn on two-step verification" centered size={440}>
      <FactorMaker
        onCancel={onClose}
        begin={(way) => withProof(() => call(beginFactor, { body: { way } }))}
        send={async (made) => onDone((await call(switchOnSecondFactor, { body: made })).recoveryCodes)}
      />
    </LazyModal>
  )
}
