import { Loader, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import type { FactorProof } from '#contract/people/passkeys/answers.ts'
import { askSecondStep, takeSecondStep } from '#contract/people/second-factors/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { enterAsAdministrator } from '#web/people/identity/admin-sign-in.ts'
import { typedPassword } from '#web/people/identity/typed-password.ts'
import { FactorProofForm } from './factor-proof-form.tsx'
import { RememberDevice } from './remember-device.tsx'

/** The second step of an administrator's sign-in, after the password. */
export default function SecondStepPage() {
  const { history } = useRouter()
  const [ways, setWays] = useState<{ hasApp: boolean; hasPasskeys: boolean }>()
  const [remembersDevice, setRemembers] = useState(false)
  const { act: look, problem } = useAct(async () => {
    const { hasApp, options } = await ask()
    setWays({ hasApp, hasPasskeys: options !== null })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void look(), [])

  async function send(proof: FactorProof) {
    const body = { authToken: typedPassword(), ...proof, remembersDevice }
    history.replace(await enterAsAdministrator(await call(takeSecondStep, { body })))
  }

  return (
    <Stack>
      <PageHeading text="One more step: use your code or passkey.">Confirm it's you</PageHeading>
      <FormProblem text={problem} />
      {ways ? (
        <FactorProofForm {...ways} label="Continue" ask={async () => (await ask()).options} send={send}>
          <RememberDevice isChecked={remembersDevice} onChange={setRemembers} />
        </FactorProofForm>
      ) : (
        !problem && <Loader size="sm" aria-label="Loading" />
      )}
      <TextLink to={paths.adminLogin()} fz="sm" ta="center">
        Back to login
      </TextLink>
    </Stack>
  )
}

function ask() {
  return call(askSecondStep, { body: { authToken: typedPassword() } })
}
