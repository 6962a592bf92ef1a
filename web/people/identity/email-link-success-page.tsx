import { Button, Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { codeDigits } from '#contract/people/identity/calls.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { completeSignIn } from './complete-sign-in.ts'
import { DigitsField, digitsErrors, refuseAtDigits } from './digits-field.tsx'
import { lifeOfLink, ownMail } from './mailed-link.ts'
import { pendingEmail, pendingProfile } from './pending-sign-in.ts'
import { ResendLink } from './resend-link.tsx'

export default function EmailLinkSuccessPage() {
  const router = useRouter()
  // The sign-in clears it while this page is still shown.
  const [email] = useState(pendingEmail)
  const hasDigits = ownMail() !== undefined
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { code: '' },
    check: digitsErrors,
    send: async ({ code }) => {
      if (email) router.history.replace(await completeSignIn(email, code).catch(refuseAtDigits))
    },
  })

  return (
    <Stack gap="lg">
      <MailCheck size={40} strokeWidth={1.5} color="var(--blue)" />
      <div>
        <PageHeading tab="Check your inbox">Login link sent to your email</PageHeading>
        <Text c="dimmed" mt={6}>
          {email ? (
            <>
              We sent it to <strong>{email}</strong>.{' '}
            </>
          ) : null}
          Check your inbox and your spam folder. The link works {lifeOfLink()}.
        </Text>
        {!hasDigits && (
          <Text c="dimmed" mt={6}>
            To sign in on another device, open the link there and enter this email.
          </Text>
        )}
      </div>
      {email && hasDigits && (
        <form {...formProps}>
          <Stack>
            <DigitsField
              label={`Or enter the ${codeDigits}-digit code from the email`}
              field={fields.getInputProps('code')}
            />
            <FormProblem text={problem} />
            <Button type="submit" size="md" loading={isSending}>
              Sign in
            </Button>
          </Stack>
        </form>
      )}
      {email && <ResendLink email={email} />}
      {/* A visitor who just typed a profile finds it there, with the email to correct. */}
      <TextLink to={pendingProfile(email) ? paths.register() : paths.login()} state={(state) => state}>
        Use a different email
      </TextLink>
    </Stack>
  )
}
