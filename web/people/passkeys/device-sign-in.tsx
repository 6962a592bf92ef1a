import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAct } from '#web/core/api/act.ts'
import { fetchCode, onFirstUse, tryCode } from '#web/core/code.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { knowsPasskeys } from './passkey-support.ts'

const load = () => import('./passkey-sign-in.ts')

/** Signs in by a passkey: with a button, and once the page is used, with the browser's autofill. */
export function DeviceSignIn() {
  const { history } = useRouter()
  const { button, problem } = useAct(async () =>
    history.replace(await (await fetchCode(load)).signInByPasskey()),
  )
  // A pre-rendered page is for a browser that supports passkeys.
  const [isKnown, setKnown] = useState(true)
  useEffect(() => {
    let isHere = knowsPasskeys()
    setKnown(isHere)
    if (!isHere) return
    const stop = onFirstUse(async () => {
      const code = await tryCode(load).catch(() => undefined)
      const page = isHere ? await code?.signInByAutofill().catch(() => undefined) : undefined
      if (isHere && page) history.replace(page)
    })
    return () => {
      isHere = false
      stop()
    }
  }, [history])
  if (!isKnown) return null
  return (
    <>
      <FormProblem text={problem} />
      <Button variant="default" size="md" {...button()}>
        Sign in with a passkey
      </Button>
    </>
  )
}
