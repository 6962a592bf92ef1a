import { Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { PasswordField } from '#web/identity/password-field.tsx'
import { provider } from '#web/identity/provider.ts'
import { keepTypedPassword } from '#web/identity/typed-password.ts'
import { keepReturnPath } from '#web/platform/session/kept-return-path.ts'
import { sessionUser } from '#web/platform/session/session.ts'
import { DialogActions } from '#web/platform/ui/dialog-actions.tsx'
import { useCheckedForm } from '#web/platform/ui/form.ts'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { LazyModal } from '#web/platform/ui/lazy-modal.tsx'

interface Props {
  isOpen: boolean
  onClose: () => void
}

/** Asks for the password, so that whoever finds an open panel switches nothing on. */
export default function SwitchOnDialog({ isOpen, onClose }: Props) {
  const navigate = useNavigate()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { password: '' },
    check: ({ password }): Record<string, string> =>
      password === '' ? { password: 'Please provide a password' } : {},
    checksOnlyOnSubmit: true,
    send: async ({ password }) => {
      keepTypedPassword(await provider.proveByPassword(sessionUser()?.email ?? '', password))
      keepReturnPath(paths.secondFactor())
      await navigate({ to: paths.setUpSecondFactor() })
    },
  })
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Switch on a second factor" centered size={420}>
      <form {...formProps}>
        <Stack gap="md">
          <Text c="dimmed">Please type your password first. Everywhere else you are signed out by it.</Text>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            data-autofocus
            {...fields.getInputProps('password')}
          />
          <FormProblem text={problem} />
          <DialogActions onCancel={onClose} loading={isSending}>
            Continue
          </DialogActions>
        </Stack>
      </form>
    </LazyModal>
  )
}
