import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAct } from '#web/platform/api/act.ts'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { sendLink } from './send-link.ts'

const pauseSeconds = 45

/** Sends another link, once the last one has had time to arrive. */
export function ResendLink({ email }: { email: string }) {
  const [secondsLeft, setSecondsLeft] = useState(pauseSeconds)
  const isWaiting = secondsLeft > 0
  const { act, isRunning, problem } = useAct(sendLink, { done: () => setSecondsLeft(pauseSeconds) })

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
        onClick={() => void act(email)}
      >
        {isWaiting ? `Send the link again in ${secondsLeft} s` : 'Send the link again'}
      </Button>
    </>
  )
}
