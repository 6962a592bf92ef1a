import { Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { removeAdministrator } from '#contract/administrators/calls.ts'
import { removalRefusal } from '#contract/administrators/rules.ts'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { call } from '#web/core/api/call.ts'
import { clearSession } from '#web/core/session/session.ts'
import { DialogActions } from '#web/core/ui/dialog-actions.tsx'
import { type FieldErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { useFreshProof } from '#web/second-factors/fresh-proof.tsx'

interface Props {
  userId: string
  email: string
  isOpen: boolean
  onClose: () => void
}

/** Asks for the email before administrators remove themselves: nobody types it by accident. */
export default function LeaveAdministratorsDialog({ userId, email, isOpen, onClose }: Props) {
  const navigate = useNavigate()
  const { withProof, dialog } = useFreshProof()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: '' },
    check: (values): FieldErrors => {
      const refusal = removalRefusal({ email, isOneself: true, isLast: false }, values.email)
      return refusal ? { email: refusals[refusal].message } : {}
    },
    checksOnlyOnSubmit: true,
    send: async (values) => {
      await withProof(() => call(removeAdministrator, { body: { userId, email: values.email } }))
      clearSession()
      await navigate({ to: paths.adminLogin(), replace: true })
    },
    failed: 'That did not work. Please try again.',
  })
  const keep = () => {
    fields.reset()
    onClose()
  }
  return (
    <LazyModal opened={isOpen} onClose={keep} title="Leave the administrators?" centered size={480}>
      <form {...formProps}>
        <Stack gap="md">
          <Text style={{ overflowWrap: 'anywhere' }}>
            You are signed out at once, and only another administrator can invite you again. Please type{' '}
            <strong>{email}</strong> to confirm it.
          </Text>
          <TextInput
            label="Your email"
            name="email"
            autoComplete="off"
            data-autofocus
            {...fields.getInputProps('email')}
          />
          <FormProblem text={problem} />
          <DialogActions onCancel={keep} cancelLabel="Stay" color="red" loading={isSending}>
            Leave
          </DialogActions>
        </Stack>
      </form>
      {dialog}
    </LazyModal>
  )
}
