import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { sendPasswordReset } from '#contract/identity.ts'
import type { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { useCheckedForm } from '#web/platform/ui/form.ts'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { PageHeading } from '#web/platform/ui/page-heading.tsx'
import { toastDone } from '#web/platform/ui/toasts.tsx'
import { checkEmail } from './email-check.ts'
import { EmailField } from './email-field.tsx'

/** Mails a link to choose a new password. `loginPath` is where 'BACK TO LOGIN' leads. */
export function ForgotPassword({ loginPath }: { loginPath: typeof paths.login | typeof paths.adminLogin }) {
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: '' },
    check: checkEmail,
    send: async ({ email }) => {
      await call(sendPasswordReset, { body: { email } })
      toastDone('Reset link sent to your email')
    },
    explain: (error) => (error instanceof Error && error.message) || 'Login server error',
  })
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <div>
          <PageHeading>Forgot Password</PageHeading>
          <Text c="dimmed" mt={6}>
            We mail you a link to choose a new one.
          </Text>
        </div>
        <EmailField label="Email" {...fields.getInputProps('email')} />
        <FormProblem text={problem} />
        <Button type="submit" size="md" loading={isSending}>
          SEND RESET LINK
        </Button>
        <Anchor component={Link} to={loginPath} fw={600} ta="center">
          BACK TO LOGIN
        </Anchor>
      </Stack>
    </form>
  )
}
