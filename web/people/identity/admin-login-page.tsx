import { Anchor, Button, Stack } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { PasswordSignIn } from '#contract/people/identity/calls.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { signInAsAdministrator } from './admin-sign-in.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'

export default function AdminLoginPage() {
  const router = useRouter()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: '', password: '' },
    check: (values) => schemaErrors(PasswordSignIn, values),
    send: async ({ email, password }) => {
      router.history.replace(await signInAsAdministrator(email, password))
    },
  })

  return (
    <form {...formProps}>
      <Stack gap="md">
        <PageHeading description="Administration of the IA Renewal Portal.">Admin Login</PageHeading>
        <EmailField label="Username" autoComplete="username" {...fields.getInputProps('email')} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          {...fields.getInputProps('password')}
        />
        <FormProblem text={problem} />
        <Button type="submit" size="md" mt={4} loading={isSending}>
          Login
        </Button>
        <Anchor component={Link} to={paths.adminForgotPassword()} fz="sm" ta="center">
          Forgot password
        </Anchor>
      </Stack>
    </form>
  )
}
