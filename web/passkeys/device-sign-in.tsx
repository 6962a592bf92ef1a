import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAct } from '#web/core/api/act.ts'
import { fetchCode, fetchWhenIdle } from '#web/core/code.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { knowsPasskeys } from './passkey-support.ts'

const load = () => import('./passkey-sign-in.ts')

/** The way in by a passkey, by a button and among what the browser offers at a field; its code comes when it is wanted. */
export function DeviceSignIn() {
  const { history } = useRouter()
  const { act, isRunning, problem } = useAct(async () =>
    history.replace(await (await fetchCode(load)).signInByPasskey()),
  )
  // Drawn beforehand, it is for a browser that does.
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
        Sign in with this device
      </Button>
    </>
  )
}
