import { Text } from '@mantine/core'
import { changeEmail, EmailChange, getEmailChange } from '#contract/people/email-changes/calls.ts'
import { call } from '#web/core/api/call.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormDialog } from '#web/core/ui/form-dialog.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { EmailField } from '#web/people/identity/email-field.tsx'
import { tellLinkSent } from './email-link-sent.ts'

/** Asks for a new email. It changes when its link is used. */
export default function EmailDialog({ isOpen, onClose }: DialogProps) {
  const form = useCheckedForm({
    initialValues: { email: '' },
    check: (values) => schemaErrors(EmailChange, values),
    send: ({ email }) => call(changeEmail, { body: { email } }),
    reloads: [getEmailChange],
    done: (_, { email }) => {
      form.fields.reset()
      onClose()
      void tellLinkSent(email.trim())
    },
    failed: 'Please try again later',
  })
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="Change email"
      size={480}
      submit="Send verification link"
    >
      <Text c="dimmed">
        We'll send a link to the new address. Your email won't change until you confirm it there.
      </Text>
      <EmailField label="New email" required data-autofocus {...form.fields.getInputProps('email')} />
    </FormDialog>
  )
}
