import { Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { deletionRefusal } from '#contract/accounts/rules.ts'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { User } from '#contract/users/calls.ts'
import { call } from '#web/core/api/call.ts'
import { clearSession } from '#web/core/session/session.ts'
import { DialogActions } from '#web/core/ui/dialog-actions.tsx'
import { type FieldErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { useFreshProof } from '#web/second-factors/fresh-proof.tsx'

interface Props {
  user: User
  isOpen: boolean
  onClose: () => void
}

/** Deletes the account after the person has typed its email. */
export default function DeleteAccountDialog({ user, isOpen, onClose }: Props) {
  const navigate = useNavigate()
  const { withProof, dialog } = useFreshProof()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: '' },
    check: ({ email }): FieldErrors => {
      const refusal = deletionRefusal(user, email)
      return refusal ? { email: refusals[refusal].message } : {}
    },
    checksOnlyOnSubmit: true,
    send: async ({ email }) => {
      await withProof(() => call(deleteAccount, { body: { email } }))
      forgetEverything()
      await navigate({ to: paths.accountDeleted(), replace: true })
    },
    failed: 'Your account was not deleted. Please try again.',
  })
  // A dialog that opens again is empty.
  const keep = () => {
    fields.reset()
    onClose()
  }
  return (
    <LazyModal opened={isOpen} onClose={keep} title="Delete your account?" centered size={480}>
      <form {...formProps}>
        <Stack gap="md">
          <Text style={{ overflowWrap: 'anywhere' }}>
            This cannot be undone. Please type <strong>{user.email}</strong> to confirm it.
          </Text>
          <TextInput
            label="Your email"
            name="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...fields.getInputProps('email')}
          />
          <FormProblem text={problem} />
          <DialogActions onCancel={keep} cancelLabel="Keep account" color="red" loading={isSending}>
            Delete account
          </DialogActions>
        </Stack>
      </form>
      {dialog}
    </LazyModal>
  )
}

/** Clears everything that this browser keeps, and signs other tabs out. */
function forgetEverything(): void {
  clearSession()
  localStorage.clear()
  sessionStorage.clear()
}
