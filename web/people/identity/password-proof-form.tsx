import { Text } from '@mantine/core'
import { sessionUser } from '#web/core/session/session.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { PasswordField } from './password-field.tsx'
import { identityProvider } from './provider.ts'

interface Props {
  text: string
  onCancel: () => void
  send: (idToken: string) => Promise<unknown>
}

/** Asks signed-in administrators for their password again. */
export function PasswordProofForm({ text, onCancel, send }: Props) {
  const form = useCheckedForm({
    initialValues: { password: '' },
    check: ({ password }): Record<string, string> =>
      password === '' ? { password: 'Please provide a password' } : {},
    checksOnlyOnSubmit: true,
    send: async ({ password }) => {
      const { proveByPassword } = await identityProvider()
      await send(await proveByPassword(sessionUser()?.email ?? '', password))
    },
  })
  return (
    <DialogForm form={form} submit="Continue" onCancel={onCancel}>
      <Text c="dimmed">{text}</Text>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        // It may arrive after its dialog has opened.
        autoFocus
        data-autofocus
        {...form.fields.getInputProps('password')}
      />
    </DialogForm>
  )
}
