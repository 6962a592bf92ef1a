import { Text } from '@mantine/core'
import { useState } from 'react'
import { codeDigits } from '#contract/people/identity/calls.ts'
import { keepReturnPath } from '#web/core/session/kept-return-path.ts'
import { takeReturnPath } from '#web/core/session/return-path.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { DigitsField, digitsErrors, refuseAtDigits } from './digits-field.tsx'
import { ownMail } from './mailed-link.ts'
import { forgetPendingEmail } from './pending-sign-in.ts'
import { identityProvider } from './provider.ts'
import { sendLink } from './send-link.ts'

interface Props {
  onCancel: () => void
  send: (idToken: string) => Promise<unknown>
  /** Says why it asks. */
  reason?: string
}

/** Asks signed-in people for an emailed code. An email with only a link signs them in again and leads back. */
export function EmailProofForm({
  onCancel,
  send,
  reason = 'You signed in more than 10 minutes ago.',
}: Props) {
  const email = sessionUser()?.email ?? ''
  const [isSent, setSent] = useState(false)
  const hasDigits = ownMail() !== undefined
  const asking = useCheckedForm({
    initialValues: {},
    check: () => ({}),
    send: async () => {
      keepReturnPath(location.pathname)
      await sendLink(email)
      setSent(true)
    },
  })
  const typing = useCheckedForm({
    initialValues: { code: '' },
    check: digitsErrors,
    checksOnlyOnSubmit: true,
    send: async ({ code }) => {
      const { prove } = await identityProvider()
      const { idToken } = await prove(email, code).catch(refuseAtDigits)
      await send(idToken)
      forgetPendingEmail()
      takeReturnPath()
    },
  })
  if (!isSent) {
    return (
      <DialogForm
        form={asking}
        submit={hasDigits ? 'Email me a code' : 'Email me a link'}
        onCancel={onCancel}
        data-autofocus
      >
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {reason} We'll send {hasDigits ? 'a code' : 'a sign-in link'} to <strong>{email}</strong> to confirm
          it's you.
        </Text>
      </DialogForm>
    )
  }
  if (!hasDigits) {
    return (
      <Text style={{ overflowWrap: 'anywhere' }}>
        Open the link that we sent to <strong>{email}</strong> in this browser. It brings you back to this
        page.
      </Text>
    )
  }
  return (
    <DialogForm form={typing} submit="Confirm" onCancel={onCancel}>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        We sent it to <strong>{email}</strong>. Check your inbox and your spam folder.
      </Text>
      <DigitsField
        label={`The ${codeDigits}-digit code from the email`}
        autoFocus
        field={typing.fields.getInputProps('code')}
      />
    </DialogForm>
  )
}
