import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAct } from '#web/core/api/act.ts'
import { fetchCode, fetchWhenIdle } from '#web/core/code.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { knowsPasskeys } from './passkey-support.ts'

const load = () => import('./passkey-sign-in.ts')

/** Signs in by a passkey: with a button, and with the browser's autofill. Its code is fetched when it is needed. */
export function DeviceSignIn() {
  const { history } = useRouter()
  const { act, isRunning, problem } = useAct(async () =>
    history.replace(await (await fetchCode(load)).signInByPasskey()),
  )
  // A pre-rendered page is for a browser that supports passkeys.
  const [isKnown, setKnown] = useState(true)
  useEffect(() => {
    let isHere = knowsPasskeys()
    setKnown(isHere)
    if (isHere) {
      fetchWhenIdle(async () => {
        const page = isHere ? await (await load()).signInByAutofill() : undefined
        if (isHere && page) history.replace(page)
      })
    }
    return () => {
      isHere = false
    }
  }, [history])
  if (!isKnown) return null
  return (
    <>
      <FormProblem text={problem} />
      <Button variant="default" size="md" loading={isRunning} onClick={() => void act()}>
        Sign in with a passkey
      </Button>
    </>
  )
}
