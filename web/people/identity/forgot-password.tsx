import { Alert, Button, Stack } from '@mantine/core'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import type { paths } from '#contract/core/paths.ts'
import { portalName } from '#web/core/portal.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { checkEmail, EmailField } from './email-field.tsx'
import { emailForReset, keepEmailForReset } from './email-for-reset.ts'
import { identityProvider } from './provider.ts'

interface Props {
  loginPath: ReturnType<typeof paths.login | typeof paths.adminLogin>
  heading?: string
  text?: string
  /** The initial email; the last request's by default. */
  email?: string
}

/** Emails a link to choose a new password. */
export function ForgotPassword({ loginPath, heading, text, email = emailForReset() }: Props) {
  const [sentTo, setSentTo] = useState<string>()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email },
    check: checkEmail,
    send: async (values) => {
      setSentTo(undefined)
      await (await identityProvider()).mailReset(values.email)
      keepEmailForReset(values.email)
      setSentTo(values.email.trim())
    },
    failed: 'Login server error',
  })
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <PageHeading
          description={`Choose a new password for the ${portalName} with an emailed link.`}
          text={text ?? "We'll email you a reset link."}
        >
          {heading ?? 'Forgot Password'}
        </PageHeading>
        <EmailField label="Email" autoComplete="username" {...fields.getInputProps('email')} />
        <FormProblem text={problem} />
        <div role="status">
          {sentTo && (
            <Alert color="brand" icon={<MailCheck />} title="Reset link sent to your email">
              Check the inbox and spam folder of {sentTo}. The link works once.
            </Alert>
          )}
        </div>
        <Button type="submit" size="md" loading={isSending}>
          SEND RESET LINK
        </Button>
        <TextLink to={loginPath} fw={600} ta="center">
          BACK TO LOGIN
        </TextLink>
      </Stack>
    </form>
  )
}
