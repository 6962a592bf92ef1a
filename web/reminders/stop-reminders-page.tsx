import { Button, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { resumeReminders, stopReminders } from '#contract/reminders/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { codeInFragment } from '#web/core/mailed-code.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { EmailLinkIncomplete } from '#web/email-changes/email-link-step.tsx'

/** The page behind the link in a reminder. Opening it stops nothing, because mail scanners open links, too. */
export default function StopRemindersPage() {
  const code = useLocation({ select: codeInFragment })
  return code ? <ReminderChoice code={code} /> : <EmailLinkIncomplete />
}

const words = {
  asked: {
    heading: 'Stop reminders?',
    text: 'We remind you the day before and an hour before each day of an event that you are registered for. Your registrations and certificates stay as they are.',
  },
  stopped: {
    heading: 'Reminders are stopped',
    text: 'We no longer remind you of events. We still email everything else that you need.',
  },
  resumed: {
    heading: 'You get reminders again',
    text: 'We remind you the day before and an hour before each day of an event that you are registered for.',
  },
}

function ReminderChoice({ code }: { code: string }) {
  const [state, setState] = useState<keyof typeof words>('asked')
  const stop = useAct(stopReminders, { done: () => setState('stopped') })
  const resume = useAct(resumeReminders, { done: () => setState('resumed') })
  const { heading, text } = words[state]
  const isStopped = state === 'stopped'
  const { act, isRunning, problem } = isStopped ? resume : stop
  return (
    <Stack gap="lg">
      <PageHeading key={heading} text={text}>
        {heading}
      </PageHeading>
      <FormProblem text={problem} />
      <Button
        size="md"
        variant={isStopped ? 'default' : 'filled'}
        loading={isRunning}
        onClick={() => void act({ body: { code } })}
      >
        {isStopped ? 'Send me reminders again' : 'Stop reminders'}
      </Button>
    </Stack>
  )
}
