import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { pendingSince } from './pending-sign-in.ts'
import { sendAnotherLink } from './send-link.ts'

const pauseSeconds = 45

/** Sends another link after a pause, which a reload does not reset. */
export function ResendLink({ email }: { email: string }) {
  const [secondsLeft, setSecondsLeft] = useState(secondsToWait)
  const isWaiting = secondsLeft > 0
  const { button, problem } = useAct(sendAnotherLink, { done: () => setSecondsLeft(secondsToWait) })

  useEffect(() => {
    if (!isWaiting) return
    const ticking = setInterval(() => setSecondsLeft(secondsToWait), 1000)
    return () => clearInterval(ticking)
  }, [isWaiting])

  return (
    <>
      <FormProblem text={problem} />
      <Button variant="default" size="md" className="figures" {...button(email)} disabled={isWaiting}>
        {isWaiting ? `Resend link (${secondsLeft} s)` : 'Resend link'}
      </Button>
    </>
  )
}

// A clock that was set back must not prolong the wait.
function secondsToWait() {
  const passed = (Date.now() - pendingSince()) / 1000
  return passed < 0 ? 0 : Math.max(0, Math.ceil(pauseSeconds - passed))
}
