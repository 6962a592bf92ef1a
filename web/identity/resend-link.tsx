import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { sendSignInLink } from '#contract/identity.ts'
import { useAction } from '#web/platform/api/action.ts'
import { explanation } from '#web/platform/ui/failure.tsx'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { toastDone } from '#web/platform/ui/toasts.tsx'

const pauseSeconds = 45

/** Sends another link, once the last one has had time to arrive. */
export function ResendLink({ email }: { email: string }) {
  const { run, isRunning, error } = useAction(sendSignInLink)
  const [secondsLeft, setSecondsLeft] = useState(pauseSeconds)
  const isWaiting = secondsLeft > 0

  useEffect(() => {
    if (!isWaiting) return
    const ticking = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(ticking)
  }, [isWaiting])

  async function resend() {
    await run({ body: { email } })
    setSecondsLeft(pauseSeconds)
    toastDone('Login link sent!')
  }

  return (
    <>
      <FormProblem text={error && explanation(error)} />
      <Button
        variant="default"
        size="md"
        className="figures"
        loading={isRunning}
        disabled={isWaiting}
        onClick={() => resend().catch(() => undefined)}
      >
        {isWaiting ? `Send the link again in ${secondsLeft} s` : 'Send the link again'}
      </Button>
    </>
  )
}
