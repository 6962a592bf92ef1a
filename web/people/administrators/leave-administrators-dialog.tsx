import { Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { removeAdministrator } from '#contract/people/administrators/calls.ts'
import { removalRefusal } from '#contract/people/administrators/rules.ts'
import { call } from '#web/core/api/call.ts'
import { clearSession } from '#web/core/session/session.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormDialog } from '#web/core/ui/form-dialog.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { withProof } from '#web/people/second-factors/fresh-proof.tsx'

interface Props extends DialogProps {
  userId: string
  email: string
}

/** Asks administrators to type their email before they remove themselves, against accidents. */
export default function LeaveAdministratorsDialog({ userId, email, isOpen, onClose }: Props) {
  const navigate = useNavigate()
  const form = useCheckedForm({
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
    failed: 'Something went wrong. Try again.',
  })
  const keep = () => {
    form.fields.reset()
    onClose()
  }
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={keep}
      title="Give up admin access?"
      size={480}
      submit="Leave"
      cancelLabel="Stay"
      color="red"
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        You'll be signed out right away. Only another administrator can invite you again. Please type{' '}
        <strong>{email}</strong> to confirm it.
      </Text>
      <TextInput
        label="Your email"
        name="email"
        autoComplete="off"
        data-autofocus
        {...form.fields.getInputProps('email')}
      />
    </FormDialog>
  )
}
