import { Button, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { beginSecondFactor, setUpSecondFactor } from '#contract/people/second-factors/calls.ts'
import { call } from '#web/core/api/call.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { enterAsAdministrator } from '#web/people/identity/admin-sign-in.ts'
import { typedPassword } from '#web/people/identity/typed-password.ts'
import type { MadeFactor } from './factor-maker.tsx'
import { FactorMaker } from './factor-maker.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RememberDevice } from './remember-device.tsx'

/** Sets up a second factor after the password: at a sign-in that requires one, or from the panel. */
export default function SetUpSecondFactorPage() {
  const [remembersDevice, setRemembers] = useState(false)
  const [done, setDone] = useState<{ recoveryCodes: string[]; nextPage: string }>()

  async function send(made: MadeFactor) {
    const body = { authToken: typedPassword(), ...made, remembersDevice }
    const { recoveryCodes, ...signedIn } = await call(setUpSecondFactor, { body })
    setDone({ recoveryCodes, nextPage: await enterAsAdministrator(signedIn) })
  }

  if (done) return <KeepCodes {...done} />
  return (
    <Stack>
      <PageHeading text="Your password alone won't be enough to sign in.">
        Set up two-step verification
      </PageHeading>
      <FactorMaker
        begin={(way) => call(beginSecondFactor, { body: { authToken: typedPassword(), way } })}
        send={send}
      >
        <RememberDevice isChecked={remembersDevice} onChange={setRemembers} />
      </FactorMaker>
      <TextLink to={sessionUser() ? paths.secondFactor() : paths.adminLogin()} fz="sm" ta="center">
        {sessionUser() ? 'Not now' : 'Back to login'}
      </TextLink>
    </Stack>
  )
}

function KeepCodes({ recoveryCodes, nextPage }: { recoveryCodes: string[]; nextPage: string }) {
  const { history } = useRouter()
  return (
    <Stack>
      <PageHeading>Save your recovery codes</PageHeading>
      <RecoveryCodes codes={recoveryCodes} />
      <Button size="md" onClick={() => history.replace(nextPage)}>
        I've saved them
      </Button>
    </Stack>
  )
}
