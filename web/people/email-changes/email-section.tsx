import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { MailQuestion } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { changeEmail, getEmailChange, keepEmail } from '#contract/people/email-changes/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { later } from '#web/core/ui/later.tsx'
import { ProfileCard } from '#web/core/ui/profile-card.tsx'
import { tellLinkSent } from './email-link-sent.ts'
import { keepEmailOf } from './kept-email.ts'

const EmailDialog = later(() => import('./email-dialog.tsx'))

/** The part of the profile page about the email. */
export function EmailSection({ user }: { user: User }) {
  const { data, error, reload } = useData(getEmailChange, {})
  const [isOpen, { open, close }] = useDisclosure()
  const button = useRef<HTMLButtonElement>(null)
  // Another browser may have confirmed or undone a change.
  useEffect(() => keepEmailOf(user), [user])
  return (
    <ProfileCard title="Email" id="email">
      <Stack className="anywhere">
        <Group justify="space-between" gap="sm">
          <Text c="dimmed">
            Signed in as <strong>{user.email}</strong>
          </Text>
          <Button variant="default" ref={button} onClick={open}>
            Change email
          </Button>
        </Group>
        {error && !data && <Failure error={error} retry={reload} />}
        {data?.newEmail && (
          <Unverified
            newEmail={data.newEmail}
            onKept={() => button.current?.focus({ preventScroll: true })}
          />
        )}
      </Stack>
      <EmailDialog isOpen={isOpen} onClose={close} />
    </ProfileCard>
  )
}

/** A new email that is not confirmed yet. */
function Unverified({ newEmail, onKept }: { newEmail: string; onKept: () => void }) {
  const send = useAct(changeEmail, {
    done: () => tellLinkSent(newEmail),
    failed: 'Please try again later',
    reloads: [getEmailChange],
  })
  const keep = useAct(keepEmail, {
    toast: 'Your email stays the same',
    done: onKept,
    failed: 'Please try again later',
    reloads: [getEmailChange],
  })
  return (
    <Alert role="group" icon={<MailQuestion />} title={`Confirm ${newEmail}`}>
      <Stack gap="sm">
        <Text size="sm">Open the link we sent there. Until then, your email stays the same.</Text>
        <FormProblem text={send.problem ?? keep.problem} />
        <Group gap="sm">
          <Button {...send.button({ body: { email: newEmail } })}>Send verification link</Button>
          <Button variant="default" {...keep.button({})}>
            Cancel change
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
