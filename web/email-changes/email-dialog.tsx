import { Stack, Text } from '@mantine/core'
import { changeEmail, EmailChange, getEmailChange } from '#contract/email-changes/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useReload } from '#web/core/api/reload.ts'
import { DialogActions } from '#web/core/ui/dialog-actions.tsx'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { EmailField } from '#web/identity/email-field.tsx'
import { tellLinkSent } from './email-link-sent.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
}

/** Asks for a new email; nothing changes before its link is used. */
export default function EmailDialog({ isOpen, onClose }: Props) {
  const reload = useReload()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: '' },
    check: (values) => schemaErrors(EmailChange, values),
    send: async ({ email }) => {
      await call(changeEmail, { body: { email } })
      await reload(getEmailChange)
      fields.reset()
      onClose()
      void tellLinkSent(email.trim())
    },
    failed: 'Please try again later',
  })
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Change email" centered size={480}>
      <form {...formProps}>
        <Stack gap="md">
          <Text c="dimmed">
            We email a link to the new one. Until you confirm it there, your email stays as it is.
          </Text>
          <EmailField label="New email" required data-autofocus {...fields.getInputProps('email')} />
          <FormProblem text={problem} />
          <DialogActions onCancel={onClose} loading={isSending}>
            Send verification link
          </DialogActions>
        </Stack>
      </form>
    </LazyModal>
  )
}
