import { Text } from '@mantine/core'
import {
  askFactorProof,
  getSecondFactor,
  proveSecondFactor,
  type SecondFactor,
} from '#contract/second-factors/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useReload } from '#web/core/api/reload.ts'
import { FactorProofForm } from './factor-proof-form.tsx'

interface Props {
  factor: Pick<SecondFactor, 'hasApp' | 'passkeys'>
  /** What it was asked for goes on. */
  onProven: () => void
}

/** Asks signed-in administrators for their second factor once more. */
export function FactorProof({ factor, onProven }: Props) {
  const reload = useReload()
  return (
    <>
      <Text c="dimmed" mb="md">
        Please show your second factor once more, so that nobody else does this here.
      </Text>
      <FactorProofForm
        hasApp={factor.hasApp}
        hasPasskeys={factor.passkeys.length > 0}
        label="Confirm"
        ask={async () => (await call(askFactorProof, {})).options}
        send={async (proof) => {
          await call(proveSecondFactor, { body: proof })
          await reload(getSecondFactor)
          onProven()
        }}
      />
    </>
  )
}
