import { Button, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { comparedEmail } from '#contract/core/email-addresses.ts'
import { paths } from '#contract/core/paths.ts'
import { passwordLength } from '#contract/people/identity/calls.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { clearSession, sessionUser } from '#web/core/session/session.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { EmailField } from './email-field.tsx'
import { emailForReset, forgetEmailForReset } from './email-for-reset.ts'
import { PasswordChoice } from './password-choice.ts'
import { PasswordField } from './password-field.tsx'
import { identityProvider } from './provider.ts'
import { resetCode } from './reset-code.ts'

interface Props {
  code: string
  /** Called if the link expired or was used. */
  onSpent: (email: string) => void
}

export function NewPasswordForm({ code, onSpent }: Props) {
  const navigate = useNavigate()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: emailForReset(), password: '', repeated: '' },
    check: (values) => schemaErrors(PasswordChoice, values),
    send: async ({ email, password }) => {
      try {
        await (await identityProvider()).setPassword({ email, code, password })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'LINK_SPENT') return onSpent(email)
        throw error
      }
      forgetEmailForReset()
      // The server ended only this person's sessions.
      if (sessionUser()?.email === comparedEmail(email)) clearSession()
      toastDone('Your password is saved. Sign in with it.')
      await navigate({ to: paths.adminLogin(), replace: true })
      resetCode.forget()
    },
  })

  return (
    <form {...formProps}>
      <Stack>
        <PageHeading>Choose a password</PageHeading>
        <EmailField label="Email" autoComplete="username" {...fields.getInputProps('email')} />
        <PasswordField
          label="New password"
          description={`At least ${passwordLength.min} characters`}
          autoComplete="new-password"
          shows="the new password"
          {...fields.getInputProps('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          shows="the confirmed password"
          {...fields.getInputProps('repeated')}
        />
        <FormProblem text={problem} />
        <Button type="submit" size="md" mt={4} loading={isSending}>
          Save password
        </Button>
      </Stack>
    </form>
  )
}
