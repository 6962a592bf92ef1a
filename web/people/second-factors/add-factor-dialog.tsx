import { addFactor, beginFactor, getSecondFactor } from '#contract/people/second-factors/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useReload } from '#web/core/api/reload.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { FactorMaker } from './factor-maker.tsx'
import { withProof } from './fresh-proof.tsx'

/** Adds a passkey to a second factor, or replaces its app. */
export default function AddFactorDialog({ isOpen, onClose }: DialogProps) {
  const reload = useReload()
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Add an app or a passkey" centered size={440}>
      <FactorMaker
        onCancel={onClose}
        begin={(way) => withProof(() => call(beginFactor, { body: { way } }))}
        send={async (made) => {
          await call(addFactor, { body: made })
          await reload(getSecondFactor)
          onClose()
          toastDone('Two-step verification changed')
        }}
      />
    </LazyModal>
  )
}
