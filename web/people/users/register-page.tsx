import { Alert, Button, Stack, Text } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { emailPattern, invalidNewEmail } from '#contract/core/email-addresses.ts'
import { paths } from '#contract/core/paths.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { EmailField } from '#web/people/identity/email-field.tsx'
import { keepPendingProfile, pendingEmail, pendingProfile } from '#web/people/identity/pending-sign-in.ts'
import { sendLink } from '#web/people/identity/send-link.ts'
import { WantedSlotNotice } from '#web/people/identity/wanted-slot-notice.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { blankProfile, profileErrors, profileOf, profileValuesOf } from './profile-values.ts'

/**
 * The form for a new account. The profile is stored in this browser and with the emailed link until that
 * proves the email.
 */
export default function RegisterPage() {
  const navigate = useNavigate()
  // The login page sends people with an unknown email here.
  const unknownEmail = useLocation({ select: ({ state }) => state.email })
  const { fields, formProps, isSending, problem } = useKeptForm('a registration', {
    survivesLeaving: true,
    initialValues: initialValues(unknownEmail),
    check: async ({ email, ...profile }) => ({
      ...(!emailPattern.test(email.trim()) && { email: invalidNewEmail }),
      ...(await profileErrors(profile)),
    }),
    send: async ({ email, ...values }) => {
      const profile = profileOf(values)
      keepPendingProfile(email, profile)
      await sendLink(email, profile)
      await navigate({ to: paths.emailLinkSuccess(), state: ({ wanted = '' }) => ({ wanted }) })
    },
  })

  return (
    <form {...formProps} data-wide>
      <Stack gap="lg">
        <PageHeading
          description="Create your free account: eight hours of Inspection Authorization renewal training for aviation maintenance technicians, online or in person."
          text="Enter your name exactly as it should appear on your certificate. We'll email you a sign-in link."
        >
          Create your account
        </PageHeading>
        <WantedSlotNotice>
          Create your account to register for it. Already have one?{' '}
          <TextLink to={paths.login()} state={(state) => state} inherit underline="always">
            Log in
          </TextLink>
        </WantedSlotNotice>
        {unknownEmail && (
          <Alert title="Email not registered">
            There is no account for {unknownEmail} yet. Create one below, or{' '}
            <TextLink to={paths.login()} state={(state) => state} inherit underline="always">
              log in with a different email
            </TextLink>
            .
          </Alert>
        )}
        <EmailField size="sm" required {...fields.getInputProps('email')} />
        <ProfileFields fields={fields} />
        <FormProblem text={problem} />
        <Button type="submit" size="md" loading={isSending}>
          Register
        </Button>
        <Text>
          Already registered?{' '}
          <TextLink to={paths.login()} fw={600}>
            Login
          </TextLink>
        </Text>
      </Stack>
    </form>
  )
}

// People who return to correct their email find their typed profile.
function initialValues(unknownEmail: string | undefined) {
  const email = unknownEmail ?? pendingEmail() ?? ''
  const profile = pendingProfile(email)
  return { email, ...(profile ? profileValuesOf(profile) : blankProfile) }
}
