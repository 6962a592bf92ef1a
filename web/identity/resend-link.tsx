import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { sendSignInLink } from '#contract/identity.ts'
import { useAct } from '#web/platform/api/act.ts'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { toastDone } from '#web/platform/ui/toasts.tsx'

const pauseSeconds = 45

/** Sends another link, once the last one has had time to arrive. */
export function ResendLink({ email }: { email: string }) {
  const [secondsLeft, setSecondsLeft] = useState(pauseSeconds)
  const isWaiting = secondsLeft > 0
  const { act, isRunning, problem } = useAct(sendSignInLink, {
    done: () => {
      setSecondsLeft(pauseSeconds)
      toastDone('Login link sent!')
    },
  })

  useEffect(() => {
    if (!isWaiting) return
    const ticking = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(ticking)
  }, [isWaiting])

  return (
    <>
      <FormProblem text={problem} />
      <Button
        variant="default"
        size="md"
        className="figures"
        loading={isRunning}
        disabled={isWaiting}
        onClick={() => void act({ body: { email } })}
      >
        {isWaiting ? `Send the link again in ${secondsLeft} s` : 'Send the link again'}
      </Button>
    </>
  )
}
