import { Alert, Button, Text } from '@mantine/core'
import { MailWarning } from 'lucide-react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Bounce } from '#contract/foundation/bounces/calls.ts'
import { clearBounce, getBounces, markBounce } from '#contract/foundation/bounces/calls.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'

interface Props {
  email: string
  bounce: Bounce | null
}

/** Shows if emails to an address bounce, with a button to mark or clear it. */
export function AdminBounce({ email, bounce }: Props) {
  return <div className="anywhere">{bounce ? <Marked bounce={bounce} /> : <Mark email={email} />}</div>
}

function Marked({ bounce: { email, reason, source, bouncedAt } }: { bounce: Bounce }) {
  return (
    <Alert
      role="group"
      bg="var(--warn-soft)"
      color="yellow"
      icon={<MailWarning />}
      title={`Emails to ${email} are bouncing`}
    >
      <Text size="sm">
        {bounceSources[source]}, {shownInstant(bouncedAt)}: {reason}
      </Text>
      <Text size="sm" mb="sm">
        They get no reminders. The portal shows them a notice.
      </Text>
      <AdminClearBounce email={email} />
    </Alert>
  )
}

const reloads = [getAccount, getActivities, getBounces]

/** A bounce's sources, as the start of its reason. */
export const bounceSources: Record<Bounce['source'], string> = {
  'mail-server': 'Email server said',
  provider: 'Email provider said',
  administrator: 'Marked by an administrator',
}

interface ClearProps {
  email: string
  /** In a list, the button's name has the address. */
  isInList?: boolean
}

/** The button that clears an address's mark. */
export function AdminClearBounce({ email, isInList = false }: ClearProps) {
  const { button } = useAct(clearBounce, {
    toast: `Bounce cleared: ${email}`,
    failed: "Couldn't clear the bounce. Try again.",
    tell: 'toast',
    reloads,
  })
  return (
    can(clearBounce) && (
      <Button
        variant="default"
        size={isInList ? 'compact-xs' : 'xs'}
        aria-label={isInList ? `Clear bounce: ${email}` : undefined}
        {...button({ body: { email } })}
      >
        Clear bounce
      </Button>
    )
  )
}

function Mark({ email }: Pick<Props, 'email'>) {
  const { button } = useAct(askAndMark, {
    done: (isMarked) => {
      if (isMarked) toastDone(`${email} is marked as bouncing`)
    },
    failed: "Couldn't mark the address. Try again.",
    tell: 'toast',
    reloads,
  })
  return (
    <SmallButton needs={markBounce} {...button(email)}>
      Mark as bouncing
    </SmallButton>
  )
}

/** Returns false if the administrator cancels. */
async function askAndMark(email: string) {
  const reason = await askReason({
    title: 'Mark this address as bouncing?',
    message: `${email} won't get reminders, and we'll ask its owner to update it.`,
    confirmLabel: 'Mark as bouncing',
    reason: { label: 'How do you know?', placeholder: 'Bounce message and sender' },
  })
  if (reason === undefined) return false
  await call(markBounce, { body: { email, reason } })
  return true
}
