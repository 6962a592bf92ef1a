import { Text } from '@mantine/core'
import {
  askFactorProof,
  getSecondFactor,
  proveSecondFactor,
  type SecondFactor,
} from '#contract/second-factors.ts'
import { call } from '#web/platform/api/call.ts'
import { useReload } from '#web/platform/api/reload.ts'
import { LazyModal } from '#web/platform/ui/lazy-modal.tsx'
import { FactorProofForm } from './factor-proof-form.tsx'

interface Props {
  factor: Pick<SecondFactor, 'hasApp' | 'passkeys'>
  isOpen: boolean
  onClose: () => void
  /** What it was asked for goes on. */
  onProven: () => void
}

/** Asks for the second factor once more, before something of it is changed. */
export default function FactorProofDialog({ factor, isOpen, onClose, onProven }: Props) {
  const reload = useReload()
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Confirm it is you" centered size={420}>
      <Text c="dimmed" mb="md">
        Please show your second factor once more, so that nobody else changes it here.
      </Text>
      <FactorProofForm
        hasApp={factor.hasApp}
        hasPasskeys={factor.passkeys.length > 0}
        label="Confirm"
        ask={async () => (await call(askFactorProof, {})).options}
        send={async (proof) => {
          await call(proveSecondFactor, { body: proof })
          await reload(getSecondFactor)
          onClose()
          onProven()
        }}
      />
    </LazyModal>
  )
}
