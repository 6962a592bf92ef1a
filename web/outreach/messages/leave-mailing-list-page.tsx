import { Button, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { leaveMailingList } from '#contract/outreach/messages/leaving.ts'
import { useAct } from '#web/core/api/act.ts'
import { codeInFragment } from '#web/core/mailed-code.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { EmailLinkIncomplete } from '#web/people/email-changes/email-link-step.tsx'

/** The page of the link in news. Opening it changes nothing, because mail scanners open links, too. */
export default function LeaveMailingListPage() {
  const code = useLocation({ select: codeInFragment })
  return code ? <LeaveMailingList code={code} /> : <EmailLinkIncomplete />
}

function LeaveMailingList({ code }: { code: string }) {
  const [isDone, setDone] = useState(false)
  const { button, problem } = useAct(leaveMailingList, { done: () => setDone(true) })
  if (isDone) {
    return (
      <PageHeading
        key="done"
        text="You won't get news anymore. You'll still get emails about your registrations."
      >
        You are unsubscribed
      </PageHeading>
    )
  }
  return (
    <Stack gap="lg">
      <PageHeading text="You won't get news, and we won't share your future registrations with sponsors. Your registrations, reminders and certificates won't change.">
        Unsubscribe?
      </PageHeading>
      <FormProblem text={problem} />
      <Button size="md" {...button({ body: { code } })}>
        Unsubscribe
      </Button>
    </Stack>
  )
}
