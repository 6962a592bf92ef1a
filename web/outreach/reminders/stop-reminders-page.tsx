import { Button, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { resumeReminders, stopReminders } from '#contract/outreach/reminders/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { codeInFragment } from '#web/core/mailed-code.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { EmailLinkIncomplete } from '#web/people/email-changes/email-link-step.tsx'

/** The page of the link in a reminder. Opening it stops nothing, because mail scanners open links, too. */
export default function StopRemindersPage() {
  const code = useLocation({ select: codeInFragment })
  return code ? <ReminderChoice code={code} /> : <EmailLinkIncomplete />
}

const words = {
  asked: {
    heading: 'Turn off reminders?',
    text: "We remind you of your events, and in March of hours that you still need. Your registrations and certificates won't change.",
  },
  stopped: {
    heading: 'Reminders are off',
    text: "We won't remind you of events. You'll still get other emails you need.",
  },
  resumed: {
    heading: 'Reminders are on again',
    text: "We'll remind you of your events, and in March of hours that you still need.",
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
        {isStopped ? 'Turn reminders on again' : 'Turn off reminders'}
      </Button>
    </Stack>
  )
}
