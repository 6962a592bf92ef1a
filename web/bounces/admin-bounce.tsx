import { Alert, Text } from '@mantine/core'
import { MailWarning } from 'lucide-react'
import { getAccount } from '#contract/accounts/records.ts'
import { getActivities } from '#contract/activities/calls.ts'
import { type Bounce, getBounces, markBounce } from '#contract/bounces/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { AdminClearBounce } from './admin-clear-bounce.tsx'
import { sourceWords } from './bounce-words.ts'

interface Props {
  email: string
  bounce: Bounce | null
}

/** Whether mails to somebody come back, and the way to say that they do, or do no longer. */
export function AdminBounce({ email, bounce }: Props) {
  return <div className="anywhere">{bounce ? <Marked bounce={bounce} /> : <Mark email={email} />}</div>
}

function Marked({ bounce: { email, reason, source, bouncedAt } }: { bounce: Bounce }) {
  return (
    <Alert
      role="group"
      bg="var(--warn-soft)"
      color="yellow"
      icon={<MailWarning size={18} />}
      title={`Emails to ${email} come back`}
    >
      <Text size="sm">
        {sourceWords[source]}, {shownInstant(bouncedAt)}: {reason}
      </Text>
      <Text size="sm" mb="sm">
        They get no reminders, and their pages tell them so.
      </Text>
      <AdminClearBounce email={email} />
    </Alert>
  )
}

function Mark({ email }: Pick<Props, 'email'>) {
  const { act, isRunning } = useAct(askAndMark, {
    done: (isMarked) => {
      if (isMarked) toastDone(`${email} is marked: emails to it come back`)
    },
    failed: 'The address was not marked. Please try again.',
    tell: toastError,
    reloads: [getAccount, getActivities, getBounces],
  })
  return (
    <Allowed to={markBounce}>
      <SmallButton loading={isRunning} onClick={() => void act(email)}>
        Emails come back
      </SmallButton>
    </Allowed>
  )
}

/** Gives whether it was marked, or the administrator thought better of it. */
async function askAndMark(email: string): Promise<boolean> {
  const reason = await askReason({
    title: 'Do emails to this address come back?',
    message: `${email} gets no reminders then, and its owner is asked to correct it.`,
    confirmLabel: 'Mark the address',
    reason: { label: 'How do you know?', placeholder: 'What came back, and from whom' },
  })
  if (reason === undefined) return false
  await call(markBounce, { body: { email, reason } })
  return true
}
