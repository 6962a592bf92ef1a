import { Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { deletionRefusal } from '#contract/office/accounts/rules.ts'
import type { User } from '#contract/people/users/user.ts'
import { call } from '#web/core/api/call.ts'
import { clearSession } from '#web/core/session/session.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormDialog } from '#web/core/ui/form-dialog.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { withProof } from '#web/people/second-factors/fresh-proof.tsx'

interface Props extends DialogProps {
  user: User
}

/** Deletes the account after the person typed its email. */
export default function DeleteAccountDialog({ user, isOpen, onClose }: Props) {
  const navigate = useNavigate()
  const form = useCheckedForm({
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
    failed: "Couldn't delete your account. Try again.",
  })
  // A reopened dialog is empty.
  const keep = () => {
    form.fields.reset()
    onClose()
  }
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={keep}
      title="Delete your account?"
      size={480}
      submit="Delete account"
      cancelLabel="Keep account"
      color="red"
    >
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
        {...form.fields.getInputProps('email')}
      />
    </FormDialog>
  )
}

/** Clears everything stored in this browser, and signs other tabs out. */
function forgetEverything() {
  clearSession()
  localStorage.clear()
  sessionStorage.clear()
}
